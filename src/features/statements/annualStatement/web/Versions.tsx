import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getVersion } from '../model/calls.ts'
import type { Detail } from '../model/statements.ts'

const formatMoment = (moment: string) => formatDate(moment, 'MM/DD/YYYY h:mm A')

/** Shows earlier submissions, which later corrections do not change. */
export function Versions({ detail }: { detail: Detail }) {
  const [openVersion, setOpenVersion] = useState<number | null>(null)
  if (detail.versions.length === 0) return null
  return (
    <section aria-label="Submitted versions">
      <h2>Submitted versions</h2>
      <ul>
        {detail.versions.map((version) => (
          <li key={version.number}>
            Version {version.number}, {formatMoment(version.submitted)}
            {version.submittedByName ? `, ${version.submittedByName}` : ''}{' '}
            <Button size="compact-xs" variant="subtle" onClick={() => setOpenVersion(version.number)}>
              Compare version {version.number}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        opened={openVersion !== null}
        onClose={() => setOpenVersion(null)}
        title={`Version ${openVersion} and today`}
        size="xl"
      >
        <Suspense>
          {openVersion !== null && <VersionComparison detail={detail} number={openVersion} />}
        </Suspense>
      </Dialog>
    </section>
  )
}

type Line = { code: string; name: string; before: number | null; now: number | null }
const col = columns<Line>()
const changeColumns = [
  col.text('Account', (line) => `${line.code} ${line.name}`, { width: 320 }),
  col.money('As submitted', (line) => line.before, { width: 140 }),
  col.money('Today', (line) => line.now, { width: 140 }),
  col.money('Change', (line) => (line.now ?? 0) - (line.before ?? 0), { width: 130 }),
]

/** Lists the accounts whose amount differs today from the submitted version. */
function VersionComparison({ detail, number }: { detail: Detail; number: number }) {
  const version = useCall(getVersion, { params: { afsId: detail.afsId, number } })
  const submittedAmounts = new Map(version.lines.map((line) => [line.code, line.amount]))
  const currentAmounts = new Map(detail.lines.map((line) => [line.code, line.amount]))
  const rows = detail.accounts.flatMap(({ code, name }): Line[] => {
    const line = {
      code,
      name,
      before: submittedAmounts.get(code) ?? null,
      now: currentAmounts.get(code) ?? null,
    }
    return line.before === line.now ? [] : [line]
  })
  return (
    <>
      <p>
        Submitted {formatMoment(version.submitted)}
        {version.certifications
          .map(
            (certification) => `, certified by ${certification.name} as ${certification.role.toLowerCase()}`,
          )
          .join('')}
        .
      </p>
      <DataTable
        caption={`Accounts changed since version ${number}`}
        rows={rows}
        columns={changeColumns}
        rowKey={(line) => line.code}
        plain
        height="none"
        empty="Every account is as it was submitted."
      />
    </>
  )
}
