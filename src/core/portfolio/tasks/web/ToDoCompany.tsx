import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { getToDoManagementCompany } from '../model/calls.ts'
import { ToDoTable } from './ToDoTable.tsx'

/** The screen with the to-dos of a company and its properties. */
export default function ToDoCompany() {
  const { managementCompanyId } = useNumericParams('managementCompanyId')
  const agency = useIsAgency()
  const rows = useCall(getToDoManagementCompany, { params: { managementCompanyId } })
  const name = rows.find((row) => row.managementCompanyName)?.managementCompanyName
  return (
    <Screen
      title={name ? `To do: ${name}` : 'To do'}
      breadcrumbs={[{ label: agency ? 'Dashboard' : 'Home', to: agency ? '/dashboard' : '/' }]}
    >
      <ToDoTable
        rows={rows}
        caption="To do for this company"
        of="company"
        desk={agency}
        empty="Nothing is to be done for this company."
      />
    </Screen>
  )
}
