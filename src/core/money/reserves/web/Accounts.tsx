import { type ReactNode, Suspense } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { getAccounts, getAdjustments, getOpenDeposits } from '../model/calls.ts'
import { AccountTable } from './AccountTable.tsx'
import { AdjustmentTable } from './AdjustmentTable.tsx'
import { DepositTable } from './DepositTable.tsx'
import { OpenAccount } from './OpenAccount.tsx'
import { Statement } from './Statement.tsx'
import { useMayChangeReserves } from './words.ts'

/**
 * The screen of all reserve accounts in scope, their unpaid deposits and adjustments, and for the agency
 * the import of bank statements.
 */
export default function Accounts() {
  const mayWrite = useMayChangeReserves()
  const panels: Record<string, ReactNode> = {
    Accounts: <AllAccounts />,
    'Deposits owed': <UnpaidDeposits />,
    Adjustments: <Adjustments />,
    ...(mayWrite ? { 'Import a statement': <Statement /> } : {}),
  }
  const [view, setView] = useAddressValue('view', 'Accounts', Object.keys(panels))
  return (
    <Screen title="Reserve accounts" actions={mayWrite && <OpenAccount />}>
      <Tabs
        label="View"
        value={view}
        onChange={setView}
        tabs={Object.keys(panels).map((label) => ({ label }))}
      >
        <Suspense fallback={<ScreenSkeleton />}>{panels[view]}</Suspense>
      </Tabs>
    </Screen>
  )
}

const AllAccounts = () => <AccountTable rows={useCall(getAccounts, {})} />
const UnpaidDeposits = () => <DepositTable rows={useCall(getOpenDeposits, {})} ofAll />
const Adjustments = () => <AdjustmentTable rows={useCall(getAdjustments, {})} ofAll />
