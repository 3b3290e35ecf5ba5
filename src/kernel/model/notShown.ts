/** The text in place of a value that its reader may not see; a value that is not there is blank. */
export const NOT_SHOWN_TEXT = 'Not shown to you'
