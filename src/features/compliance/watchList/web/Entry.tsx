import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Trend } from '#ui/chart/Trend.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { buildTimeline } from '#ui/frame/history.ts'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { PlainTable } from '#ui/table/PlainTable.tsx'
import { getWatchListViewModel, removeEntry, type WatchView, watchListEntries } from '../model/calls.ts'
import { EntryStatus, WatchList } from '../model/entities.ts'
import {
  type Figure,
  type FigureKey,
  figureKeys,
  figureLabels,
  formatWatchFigure,
  getLatestFigure,
} from '../model/figures.ts'
import { AgencyScreen } from './AgencyScreen.tsx'
import { propertyColumns } from './columns.tsx'
import { EntryFields, entrySchema } from './EntryFields.tsx'
import { getMonthName } from './MonthChoice.tsx'
import { useWrite } from './useWrite.ts'

const timelineOptions = { entities: [WatchList] }

/**
 * The screen of one entry of the watch list: figures with links, the form or the facts, prior months and
 * history.
 */
export default function Entry() {
  return (
    <AgencyScreen title="Watch list">
      <EntryScreen />
    </AgencyScreen>
  )
}

function EntryScreen() {
  const { id } = useNumericParams('id')
  const entry = useCall(getWatchListViewModel, { params: { id } })
  const mayWrite = useMay(watchListEntries.update)
  const history = useMemo(() => buildTimeline(entry.history, timelineOptions), [entry.history])
  const open = mayWrite && !entry.closed && entry.statusId === EntryStatus.ACTIVE
  return (
    <Screen
      title={`Watch list, ${getMonthName(entry)}`}
      of={entry.propertyName}
      breadcrumbs={[
        { label: 'Watch list', to: `/WatchList?month=${entry.year}-${String(entry.month).padStart(2, '0')}` },
      ]}
      actions={open && <RemoveButton entry={entry} />}
    >
      {entry.removalReason && (
        <p>{`Removed ${formatDate(entry.removedOn, 'MM/DD/YYYY')}: ${entry.removalReason}`}</p>
      )}
      {entry.cleared && <p>No rule applies any more; the property may be removed from the list.</p>}
      <Figures figures={entry.figures} />
      {open ? <EditForm entry={entry} /> : <Facts facts={getFacts(entry)} />}
      {entry.earlier.length > 0 && (
        <Section title="The months before">
          <PlainTable
            caption="The months before"
            rows={entry.earlier}
            columns={propertyColumns}
            rowKey={(line) => line.watchListId}
            height={320}
          />
        </Section>
      )}
      <Section title="History">
        <Timeline entries={history} />
      </Section>
    </Screen>
  )
}

const getPoint = (figure: Figure) => ({
  label: figure.key === 'coverage' ? figure.day.slice(0, 4) : monthName(figure.day),
  value: figure.value,
  text: formatWatchFigure(figure),
})

/**
 * The latest figure of each kind with its day and a link to its screen, and the trend of coverage and
 * occupancy.
 */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const facts = figureKeys.flatMap((key) => {
    const latest = getLatestFigure(figures, key)
    return latest
      ? [
          {
            label: figureLabels[key],
            value: (
              <Link
                to={latest.path}
              >{`${formatWatchFigure(latest)}, ${formatDate(latest.day, 'MM/DD/YYYY')}`}</Link>
            ),
          },
        ]
      : []
  })
  const trend = (key: FigureKey) => figures.filter((figure) => figure.key === key).map(getPoint)
  return (
    <Section title="Figures">
      <Facts facts={facts} />
      <Trend caption="Coverage over the years" points={trend('coverage')}>
        {trend('coverage').length > 1 && 'Coverage'}
      </Trend>
      <Trend caption="Occupancy over the months" points={trend('occupancy')}>
        {trend('occupancy').length > 1 && 'Occupancy, percent'}
      </Trend>
    </Section>
  )
}

const getFacts = (entry: WatchView) =>
  [
    { label: 'Type', value: entry.typeName },
    { label: 'Weakness', value: entry.weaknessName },
    { label: 'With', value: entry.responsibilityName },
    { label: 'Program', value: entry.programName },
    { label: 'On the list since', value: formatDate(entry.entryDate, 'MM/DD/YYYY') },
    { label: 'Plan by', value: formatDate(entry.targetDate, 'MM/DD/YYYY') },
    { label: 'Cause', value: entry.cause, wide: true },
    { label: 'Plan', value: entry.actionPlan, wide: true },
    { label: 'Comment for the commission', value: entry.comment, wide: true },
  ].filter((fact) => fact.value)

function EditForm({ entry }: { entry: WatchView }) {
  const write = useWrite()
  const { watchListId, version, previousComment } = entry
  const send = (payload: Record<string, unknown>) =>
    write(
      watchListEntries.update,
      { body: { ...entrySchema.parse(payload), watchListId, version } },
      'The entry is saved.',
    )
  return (
    <Form schema={entrySchema} values={entry} onSave={send} strict label="Entry">
      <ErrorSummary />
      <EntryFields />
      {previousComment && <p>{`The month before: ${previousComment}`}</p>}
      <FormButtons save="Save" primary />
    </Form>
  )
}

function RemoveButton({ entry }: { entry: WatchView }) {
  const write = useWrite()
  const confirm = useConfirm()
  const ask = () =>
    void confirm({
      title: `Take ${entry.propertyName} off the list`,
      confirmLabel: 'Remove',
      reason: { label: 'Reason', required: true },
      action: (reason) =>
        write(
          removeEntry,
          { params: { id: entry.watchListId }, body: { reason, version: entry.version } },
          'The property is off the list.',
        ),
    })
  return (
    <Button variant="default" onClick={ask}>
      Remove…
    </Button>
  )
}
