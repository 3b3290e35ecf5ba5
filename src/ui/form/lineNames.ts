import type { z } from 'zod'
import { LINE_KEY } from './lenient.ts'
import { getChildren, getFieldFacts } from './metadata.ts'

/** The fields that identify the lines of a list. */
export interface LineNames {
  /** The field of the id from the server; 0 or missing while the line is new. */
  id: string
  /** The field of the key that the browser gave to a new line. */
  key: string
  /**
   * The field with the former id of a line that was removed and restored as a new one, if there is such a
   * field.
   */
  former?: string
}

const FORMER = 'formerId'
const PLAIN: LineNames = { id: 'id', key: LINE_KEY }

/**
 * Returns the fields that identify a line. The id is `id`, or else the first field of kind id. A line with a
 * field `clientKey` sends its key, so that a save repeated after a lost answer stores it only once; otherwise
 * the key is not sent. A field `formerId` gets the former id of a restored line.
 */
export function lineNames(line: z.core.$ZodType | undefined): LineNames {
  const fields = line && getChildren(line).fields
  if (!fields) return PLAIN
  const ids = Object.keys(fields).filter((name) => getFieldFacts(fields[name]).kind === 'id')
  return {
    id: 'id' in fields ? 'id' : (ids.find((name) => name !== FORMER) ?? 'id'),
    key: 'clientKey' in fields ? 'clientKey' : LINE_KEY,
    ...(FORMER in fields && { former: FORMER }),
  }
}
