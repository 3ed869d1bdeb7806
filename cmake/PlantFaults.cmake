# Copies SOURCES to FOLDER and plants faults in the copies: each takes effect in a model for which number(), a function of
# the test, answered its own number when the model was first evaluated. What is to be changed has to be there exactly once.
include(${CMAKE_CURRENT_LIST_DIR}/PlantedText.cmake)
file(MAKE_DIRECTORY ${FOLDER})
file(WRITE ${FOLDER}/fault_pkg.sv "package fault_pkg;\n  import \"DPI-C\" function int unsigned number();\n  int unsigned planted = number();\nendpackage\n")
foreach(source IN LISTS SOURCES)
  get_filename_component(name ${source} NAME)
  file(READ ${source} text_${name})
endforeach()

# fault(<number> <file> <text> <text with the fault>): @F@ stands for "this fault is planted".
function(fault number file from to)
  string(REPLACE "@F@" "(fault_pkg::planted == ${number})" to "${to}")
  planted_text(changed "${text_${file}}" "${file} (fault ${number})" "${from}" "${to}")
  set(text_${file} "${changed}" PARENT_SCOPE)
endfunction()

include(${FAULTS})

foreach(source IN LISTS SOURCES)
  get_filename_component(name ${source} NAME)
  file(WRITE ${FOLDER}/${name} "${text_${name}}")
endforeach()
