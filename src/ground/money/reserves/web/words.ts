import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'
import type { DepositState } from '../model/deposits.ts'

export const accountPath = ({ reserveAccountId }: { reserveAccountId: number }): string =>
  `/ReserveAccount/${reserveAccountId}`

export const depositTones: Readonly<Record<DepositState, ToneName>> = {
  Overdue: 'red',
  Short: 'yellow',
  Due: 'blue',
  Received: 'green',
  Waived: 'gray',
}
export const adjustmentTones: Readonly<Record<string, ToneName>> = {
  Waiting: 'yellow',
  Confirmed: 'green',
  Refused: 'red',
}

/** Choices of a field with a fixed list. */
export const getReserveOptions = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value }))

// Query keys to refetch: replacement reserve screens show the account, too.
const queryKeys = ['reserveaccount', 'replacementreserve']

/** Makes a writing call, after which everything shown of reserves is read again. */
export const useWrite = () => useWriteOf(queryKeys)

/** Whether the person keeps the accounts here: the agency's writers. */
export function useWrites(): boolean {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  return agency && !readOnly
}
