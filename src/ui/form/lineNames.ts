import type { z } from 'zod'
import { LINE_KEY } from './lenient.ts'
import { getChildren, getFieldFacts } from './metadata.ts'

/** The fields that identify the lines of a list. */
export interface LineNames {
  /** The id given by the server; 0 or missing while the line is new. */
  id: string
  /** The key given in the browser when the line was made. */
  key: string
  /** Where a line that was removed and comes back as a new one keeps the id it had; none when left out. */
  former?: string
}

const FORMER = 'formerId'
const PLAIN: LineNames = { id: 'id', key: LINE_KEY }

/**
 * Returns the fields that identify a line. The id is `id`, otherwise the first field of kind id (an entity's
 * own key comes first). A line with a field `clientKey` sends its key, so that a save repeated after a lost
 * answer stores nothing twice; otherwise the key stays in the browser. A field `formerId` takes the id of a
 * line that is restored.
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
