import { mayAsAgency } from '#kernel/model/access.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/** Whether the caller sees account numbers whole: the agency's writers, who pay by them. */
export const seesNumbers = ({ actor }: AnyContext): boolean => mayAsAgency(actor, 'write')

/** `••••1234`: the number for those who need not know it. */
export const shownNumber = (context: AnyContext, number: string | null): string | null =>
  number === null || seesNumbers(context) ? number : `••••${number.length > 4 ? number.slice(-4) : ''}`
