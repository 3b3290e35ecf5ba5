import { Alert, Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatPhone } from '#kernel/model/formats.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { MergePreview } from '../model/calls.ts'
import { companyPath, maskedEin, quarterWords, statusWords } from './words.ts'

type Move = MergePreview['moves'][number]
/** A merge that is done, or that waits for a second administrator: its preview and the records that moved. */
export type Merged = { plan: MergePreview; moves: readonly Move[]; waits: boolean }

const moveCol = columns<Move>()
const moveColumns = [
  moveCol.text('What moves', (move) => move.label, { width: 320 }),
  moveCol.number('How many', (move) => move.count, { width: 110 }),
]

type Side = { label: string; from: string; into: string }
const sideCol = columns<Side>()

/** Shows both companies side by side, the records that move, and the warnings to the administrator. */
export function MergePlan({ plan, takeBack }: { plan: MergePreview; takeBack: () => Promise<void> }) {
  const { from, into, moves, conflicts, askedBy } = plan
  const fields: readonly [string, (company: MergePreview['from']) => string | null][] = [
    ['Legal name', (item) => item.legalName],
    ['Status', (item) => statusWords(item.status)],
    ['EIN', (item) => maskedEin(item.einLast4)],
    ['Address', (item) => [item.address, item.city, item.state, item.zip].filter(Boolean).join(', ')],
    ['Phone', (item) => formatPhone(item.phone)],
    ['E-mail', (item) => item.email],
    ['Default quarter', (item) => quarterWords(item.defaultQuarter)],
  ]
  const sides = fields.map(([label, read]) => ({ label, from: read(from) ?? '', into: read(into) ?? '' }))
  const sideColumns = [
    sideCol.text('Detail', (side) => side.label, { width: 150 }),
    sideCol.text(`${from.name} (becomes an alias)`, (side) => side.from, { width: 340, wrap: true }),
    sideCol.text(`${into.name} (stays as it is)`, (side) => side.into, { width: 340, wrap: true }),
  ]
  return (
    <>
      <section aria-label="The two companies">
        <h2>The two companies</h2>
        <DataTable
          caption="The two companies"
          rows={sides}
          columns={sideColumns}
          rowKey={(side) => side.label}
          plain
          height="none"
        />
      </section>
      <section aria-label="What moves">
        <h2>What moves</h2>
        <Moves moves={moves} />
        <p>Requests under way stay with their properties and go on showing the company that filed them.</p>
      </section>
      {askedBy && <Waiting askedBy={askedBy} takeBack={takeBack} />}
      {conflicts.length > 0 && (
        <Alert color="yellow" title="To know before">
          <ul>
            {conflicts.map((conflict) => (
              <li key={conflict}>{conflict}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

const Waiting = ({ askedBy, takeBack }: { askedBy: string; takeBack: () => Promise<void> }) => (
  <Alert color="blue" title="This merge waits for a second administrator">
    <p>{askedBy} has asked for it. Another administrator carries it out.</p>
    <Button size="compact-sm" variant="default" onClick={() => void takeBack()}>
      Take the request back
    </Button>
  </Alert>
)

function Moves({ moves }: { moves: readonly Move[] }) {
  return (
    <DataTable
      caption="What moves"
      rows={moves}
      columns={moveColumns}
      rowKey={(move) => move.label}
      plain
      height="none"
      empty="Nothing."
    />
  )
}

/** Shows that the merge is done, or that it waits for a second administrator. */
export function MergeResult({ merged: { plan, moves, waits } }: { merged: Merged }) {
  const { from, into } = plan
  if (waits)
    return (
      <>
        <Alert color="blue" role="status" title="The merge waits for a second administrator">
          Nothing has moved yet. {from.name} is merged into {into.name} when another administrator carries it
          out, who is mailed and sees it under Work. It can be taken back on this page until then.
        </Alert>
        <p>
          <Link to="/companies">Back to the management companies</Link>
        </p>
      </>
    )
  return (
    <>
      <Alert color="green" role="status" title="The companies are merged">
        {from.name} is another name of <Link to={companyPath(into.managementCompanyId)}>{into.name}</Link>{' '}
        from now on. It is found under both names.
      </Alert>
      <Moves moves={moves} />
      <p>
        <Link to="/companies">Back to the management companies</Link>
      </p>
    </>
  )
}
