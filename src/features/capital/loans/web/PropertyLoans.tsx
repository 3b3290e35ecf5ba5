import { Group } from '@mantine/core'
import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useHolds, useMay } from '#ui/frame/hooks.ts'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { getByProject, type LoanView, loans } from '../model/calls.ts'
import { EnterLoan } from './EnterLoan.tsx'
import { LoanSection } from './LoanPart.tsx'

/** The Loans tab of a property: a tab for each loan. */
export default function PropertyLoans({ propertyId }: TabProps['property']) {
  return useHolds('EquityFigures', 'read', propertyId) ? (
    <Loans propertyId={propertyId} />
  ) : (
    <p>You have no access to the loans of this property. Your company’s administrator can give it to you.</p>
  )
}

function Loans({ propertyId }: { propertyId: number }) {
  const views = useCall(getByProject, { params: { propertyId } })
  const canEnter = useMay(loans.create)
  const [selected, setSelected] = useAddressValue('loan', String(views[0]?.loan.loanId ?? ''))
  const view = views.find((view) => String(view.loan.loanId) === selected) ?? views[0]
  const enterButton = canEnter && (
    <Group my="sm" data-noprint>
      <EnterLoan propertyId={propertyId} />
    </Group>
  )
  if (!view)
    return (
      <>
        <p>No loan of this property is entered.</p>
        {enterButton}
      </>
    )
  const names = views.map(getTabName)
  const choose = (name: string) => setSelected(String(views[names.indexOf(name)]?.loan.loanId ?? ''))
  return (
    <>
      <Tabs
        label="Loans"
        tabs={names.map((label) => ({ label }))}
        value={getTabName(view, views.indexOf(view))}
        onChange={choose}
      >
        <LoanSection key={view.loan.loanId} view={view} />
      </Tabs>
      {enterButton}
    </>
  )
}

/** Returns the label of a loan’s tab: its number in the list and its name. */
const getTabName = ({ loan }: LoanView, index: number): string => `${index + 1}. ${loan.name}`
