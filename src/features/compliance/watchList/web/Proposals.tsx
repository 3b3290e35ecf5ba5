import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getProposals, putOffProposal, type WatchProposal } from '../model/calls.ts'
import type { Month } from './MonthChoice.tsx'
import { useWrite } from './useWrite.ts'

const col = columns<WatchProposal>()
const proposalColumns = [
  col.text('Property', (line) => [line.propertyName, line.city].filter(Boolean).join(', '), { width: 240 }),
  col.node(
    'What the rules found',
    (line) =>
      line.triggers.map((trigger, index) => (
        <span key={trigger.rule}>
          {index > 0 && '; '}
          <Link to={trigger.path}>{trigger.words}</Link>
        </span>
      )),
    { width: 560, text: (line) => line.triggers.map((trigger) => trigger.words).join('; ') },
  ),
  col.bool('Required', (line) => line.required, { width: 90 }),
  col.text('Put off because', (line) => line.putOffReason, { width: 240 }),
]
const tabs = [
  { label: 'All', match: (line: WatchProposal) => line.putOffReason === null },
  { label: 'Required', match: (line: WatchProposal) => line.required },
  { label: 'Put off', match: (line: WatchProposal) => line.putOffReason !== null },
]

/**
 * The proposals of the rules for a month with links to the figures that triggered them. Each can be added or
 * put off.
 */
export function Proposals({ month, closed }: { month: Month; closed: boolean }) {
  const rows = useCall(getProposals, { query: month })
  const mayPutOff = useMay(putOffProposal) && !closed
  const next = useMemo(
    () => col.node('Next', (line) => <ProposalActs line={line} month={month} />, { width: 170 }),
    [month],
  )
  return (
    <DataTable
      caption="Proposed for the watch list"
      rows={rows}
      columns={mayPutOff ? [...proposalColumns, next] : proposalColumns}
      rowKey={(line) => line.propertyId}
      tabs={tabs}
      csvName="watch-list-proposals"
      empty="The rules propose no property."
    />
  )
}

function ProposalActs({ line, month }: { line: WatchProposal; month: Month }) {
  const write = useWrite()
  const confirm = useConfirm()
  const askToPutOff = () =>
    void confirm({
      title: `Not now: ${line.propertyName}`,
      confirmLabel: 'Put it off',
      reason: { label: 'Reason', required: true },
      action: (reason) =>
        write(
          putOffProposal,
          { body: { ...month, propertyId: line.propertyId, reason } },
          'The proposal is put off.',
        ),
    })
  return (
    <>
      <Link to={`/WatchList/new/${line.propertyId}`} aria-label={`Add ${line.propertyName}`}>
        Add
      </Link>{' '}
      {!line.required && line.putOffReason === null && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Not now: ${line.propertyName}`}
          onClick={askToPutOff}
        >
          Not now…
        </Button>
      )}
    </>
  )
}
