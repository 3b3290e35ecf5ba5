import { mayAsAgency } from '#kernel/model/access.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/** Whether the caller sees full account numbers. Only the agency's writers do, who pay with them. */
export const canSeeAccountNumbers = ({ actor }: AnyContext): boolean => mayAsAgency(actor, 'write')

/** The account number, masked as `••••1234` for callers who need not know it. */
export const maskAccountNumber = (context: AnyContext, number: string | null): string | null =>
  number === null || canSeeAccountNumbers(context)
    ? number
    : `••••${number.length > 4 ? number.slice(-4) : ''}`
