import { Alert, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { AbsentPerson } from '#core/people/absences/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { type Stop, setRecordOrder } from '#ui/frame/recordOrder.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { useRowKeys } from '#ui/table/useRowKeys.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { computeReviewSum, getWorkCount, isLate, isWithAgency, type WorkLine } from '../../model/work.ts'
import { ActionsBar } from './ActionsBar.tsx'
import { Days, type Filter, InTime, Kinds, States } from './Figures.tsx'
import { byPromise, getAbsentPeople, getReviewRows, getReviewViews, isRecord, type View } from './groups.ts'
import { useWork } from './useWork.ts'
import { WorkTable } from './WorkTable.tsx'
import css from './work.module.css'

const rowKey = ({ kind, id }: WorkLine) => `${kind} ${id}`
const SKELETON_ROWS = ['1', '2', '3', '4', '5', '6', '7', '8']

/**
 * Manages the current view and filter. They are in the address, so that Back, a reload and a link lead to
 * them. The last chosen view (Mine and so on) is remembered for each person.
 */
function useViewAndFilter() {
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const place = `rooftree-work-view ${session.userId}`
  const views = getReviewViews(session)
  const view = views.find((view) => view === (params.get('view') ?? localStorage.getItem(place))) ?? 'Mine'
  const set = (changed: Record<string, string | null>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setParams(next, { replace: true })
  }
  const show = (selected: View) => {
    localStorage.setItem(place, selected)
    set({ view: selected, kind: null, day: null, state: null })
  }
  const filter: Filter = { kind: params.get('kind'), day: params.get('day'), state: params.get('state') }
  return { views, view, show, filter, change: (changed: Partial<Filter>) => set(changed) }
}

/** Whether a row meets the filter. */
const matchesFilter = ({ kind, day, state }: Filter, row: WorkLine, today: string): boolean =>
  (kind === null || row.kind === kind) &&
  (state === null || row.statusLabel === state) &&
  (day === null || (day === 'late' ? isLate(row, today) : row.promisedBy === day && isWithAgency(row)))

/**
 * The first screen of the agency: the work of the person, of the team, and unassigned work, oldest promise
 * first.
 */
export default function Work() {
  return useIsAgency(true) ? (
    <AgencyWork />
  ) : (
    <Screen title="Work">
      <AgencyOnly>{null}</AgencyOnly>
    </Screen>
  )
}

function AgencyWork() {
  const me = useSession().userId
  const { data, isError, refetch } = useWork()
  const client = useQueryClient()
  // On a phone the header has no room for the views.
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  // The count in the navigation is loaded again, so that it agrees with this list.
  useEffect(() => {
    if (data) void client.invalidateQueries({ queryKey: buildCallQuery(getWorkCount, {}).queryKey })
  }, [client, data])
  const { views, view, show, filter, change } = useViewAndFilter()
  const out = getAbsentPeople(data?.people)
  const count = (text: View) =>
    isError || !data ? '–' : formatNumber(getReviewRows(data.rows, text, me, out).filter(isWithAgency).length)
  useKeys(
    'Work',
    views.map((view, index) => ({ key: String(index + 1), label: view, run: () => show(view) })),
  )
  const toApprove = computeReviewSum(getReviewRows(isError ? [] : (data?.rows ?? []), 'To approve', me))
  const element = <Views views={views} view={view} count={count} toApprove={toApprove} onShow={show} />
  const reviewRows = data && !isError ? getReviewRows(data.rows, view, me, out).sort(byPromise) : []
  return (
    <Screen
      title="Work"
      actions={
        <>
          <Link to="/Absences">Who is out{out.length > 0 && ` (${out.length})`}</Link>
          <span className={css.today}>{data && formatDate(data.today, 'MMMM DD, YYYY')}</span>
          {!phone && element}
        </>
      }
    >
      {phone && element}
      {data && !isError && (
        <div className={css.figures}>
          <Kinds
            rows={reviewRows.filter(isWithAgency)}
            today={data.today}
            filter={filter}
            onFilter={change}
          />
          <Days rows={reviewRows.filter(isWithAgency)} today={data.today} filter={filter} onFilter={change} />
          <InTime />
        </div>
      )}
      {isError && <NotLoaded onAgain={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data && !isError && reviewRows.length === 0 && (
        <EmptyView view={view} rows={data.rows} me={me} onShow={show} />
      )}
      {data && !isError && reviewRows.length > 0 && (
        <List
          key={view}
          rows={reviewRows}
          filter={filter}
          onFilter={change}
          today={data.today}
          view={view}
          out={out}
        />
      )}
    </Screen>
  )
}

const NotLoaded = ({ onAgain }: { onAgain: () => void }) => (
  <Alert color="red" role="alert" title="The list could not be loaded.">
    <Button size="xs" onClick={onAgain}>
      Try again
    </Button>
  </Alert>
)

function Views({
  views,
  view,
  count,
  toApprove,
  onShow,
}: {
  views: readonly View[]
  view: View
  count: (view: View) => string
  /** The requested amounts of the records to approve, in dollars. */
  toApprove: number
  onShow: (view: View) => void
}) {
  return (
    <fieldset aria-label="Whose work" className={css.views}>
      {views.map((text) => (
        <button key={text} type="button" aria-pressed={text === view} onClick={() => onShow(text)}>
          {text} <span className="tabular">{count(text)}</span>
          {text === 'To approve' && toApprove > 0 && (
            <span className={css.sum}>{formatMoney(toApprove)}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

const getStop = ({ to, number, subject }: WorkLine): Stop => ({ path: to, label: `${number} ${subject}` })

type ListProps = {
  rows: readonly WorkLine[]
  filter: Filter
  onFilter: (filter: Partial<Filter>) => void
  today: string
  view: View
  out: readonly AbsentPerson[]
}

function List({ rows: of, filter, onFilter, today, view, out }: ListProps) {
  const me = useSession().userId
  const navigate = useNavigate()
  const rows = useMemo(() => of.filter((row) => matchesFilter(filter, row, today)), [of, filter, today])
  const selection = useSelection(rowKey, ({ number }: WorkLine) => number)
  const box = useRef<HTMLDivElement>(null)
  const rowKeys = useRowKeys(box)
  const records = useMemo(() => rows.filter(isRecord), [rows])
  // The order for going from record to record has only records that wait for the agency.
  const waiting = useMemo(() => records.filter(isWithAgency), [records])
  useEffect(() => setRecordOrder(waiting.map(getStop)), [waiting])
  const selectedRecords = records.filter(selection.has)
  const open = () => {
    const recordsToOpen = selectedRecords.length > 0 ? selectedRecords : waiting
    setRecordOrder(recordsToOpen.map(getStop))
    if (recordsToOpen[0]) void navigate(recordsToOpen[0].to)
  }
  return (
    <>
      <States rows={of} filter={filter} onFilter={onFilter} />
      {rows.length === 0 ? (
        <EmptyState
          title="None of these."
          action={
            <Button variant="default" onClick={() => onFilter({ kind: null, day: null, state: null })}>
              Show all kinds, days and states
            </Button>
          }
        />
      ) : (
        <WorkTable
          rows={rows}
          today={today}
          selection={selection}
          out={out}
          analyst={view !== 'Mine' || rows.some((row) => row.reviewerId !== me)}
          box={box}
        />
      )}
      <ActionsBar
        chosen={selectedRecords}
        clear={() => selection.setAll(rows, false)}
        rowKeys={rowKeys}
        onOpen={open}
      />
    </>
  )
}

/** The message of a view without rows. */
function EmptyView({
  view,
  rows,
  me,
  onShow,
}: {
  view: View
  rows: readonly WorkLine[]
  me: number
  onShow: (view: View) => void
}): ReactNode {
  const unassignedCount = getReviewRows(rows, 'Not assigned', me).filter(isWithAgency).length
  const title = {
    Mine: 'Nothing waits for you.',
    'To approve': 'Nothing waits for your approval.',
    Team: 'No one has open work.',
    'Not assigned': 'Everything is assigned.',
    All: 'No one has open work.',
  }
  const offer = view !== 'Not assigned' && unassignedCount > 0
  return (
    <EmptyState
      title={title[view]}
      action={
        offer && (
          <Button variant="default" onClick={() => onShow('Not assigned')}>
            {plural(unassignedCount, 'record is', 'records are')} not assigned
          </Button>
        )
      }
    />
  )
}

/** The headings and eight gray rows, shown while the list loads. */
function Loading() {
  return (
    <div aria-busy className={css.tableBox}>
      <span role="status" className="visually-hidden">
        Loading
      </span>
      <div className={css.loadingHead} aria-hidden>
        {['Promised', 'Age', 'Request', 'Property or company', 'Company', 'Amount', 'State'].map((text) => (
          <b key={text}>{text}</b>
        ))}
      </div>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={css.loadingRow} />
      ))}
    </div>
  )
}
