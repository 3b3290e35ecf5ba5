import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'
import type { DepositState } from '../model/deposits.ts'

/** The path of the screen of a reserve account. */
export const getAccountPath = ({ reserveAccountId }: { reserveAccountId: number }): string =>
  `/ReserveAccount/${reserveAccountId}`

/** The chip color of each state of a deposit. */
export const depositTones: Readonly<Record<DepositState, ToneName>> = {
  Overdue: 'red',
  Short: 'yellow',
  Due: 'blue',
  Received: 'green',
  Waived: 'gray',
}
/** The chip color of each state of an adjustment. */
export const adjustmentTones: Readonly<Record<string, ToneName>> = {
  Waiting: 'yellow',
  Confirmed: 'green',
  Refused: 'red',
}

/** The options of a field with a fixed list of values. */
export const getFixedOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

// Query keys to refetch. The screens of replacement reserves show the account, too.
const queryKeys = ['reserveaccount', 'replacementreserve']

/** Returns a function that sends a changing call and then refetches everything about reserves. */
export const useWrite = () => useWriteOf(queryKeys)

/** Whether the person may change reserve accounts here: only the agency's writers may. */
export function useMayChangeReserves(): boolean {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  return agency && !readOnly
}
