# planted_text(<variable> <text> <file> <from> <to>): sets the variable to the text, its only <from> replaced by <to>. Any
# other number of them ends the script, which names the file.
function(planted_text variable text file from to)
  string(FIND "${text}" "${from}" first)
  string(FIND "${text}" "${from}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "in ${file} there is not exactly one \"${from}\"")
  endif()
  string(REPLACE "${from}" "${to}" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()
