import { Button } from '@mantine/core'
import type { Answer } from '#kernel/model/call.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { IconPrinter } from '#ui/frame/icons.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getCertifiedList } from '../model/calls.ts'

type Company = Answer<typeof getCertifiedList>[number]
const col = columns<Company>()
const companyColumns = [
  col.text('Company', (company) => company.name, { width: 320 }),
  col.text('City', (company) => company.city, { width: 180 }),
  col.text('State', (company) => company.state, { width: 80 }),
  col.text('Phone', (company) => formatPhone(company.phone), { width: 160 }),
  col.date('Certified since', (company) => company.certifiedSince, { width: 140 }),
  col.date('Expires', (company) => company.expiresOn, { width: 120 }),
]

/** The public list of certified management companies, which needs no sign-in. */
export default function PublicList() {
  const rows = useCall(getCertifiedList, {})
  return (
    <Screen
      title="Certified management companies"
      actions={
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      }
    >
      <p>
        These companies are certified by the agency to manage affordable rental housing, each until the day
        named.
      </p>
      <DataTable
        caption="Certified management companies"
        rows={rows}
        columns={companyColumns}
        rowKey={(company) => [company.name, company.city, company.phone].join('|')}
        alphabet={(company) => company.name}
        csvName="certified-management-companies"
        empty="No company is certified at present."
      />
    </Screen>
  )
}
