/** The text shown in place of a value that the reader may not see. A missing value is blank instead. */
export const HIDDEN_TEXT = 'Not shown to you'
