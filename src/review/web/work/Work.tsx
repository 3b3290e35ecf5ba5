import { Alert, Button } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Out } from '#ground/absences/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { type Stop, setWay } from '#ui/frame/way.ts'
import { useRowKeys } from '#ui/table/useRowKeys.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import type { WorkLine } from '../../model/work.ts'
import { DeedsBar } from './DeedsBar.tsx'
import { Days, InTime, type Kept, Kinds } from './Figures.tsx'
import { byPromise, isLate, isRecord, outOf, rowsOf, type View, views } from './groups.ts'
import { useWork } from './useWork.ts'
import { WorkTable } from './WorkTable.tsx'
import css from './work.module.css'

const rowKey = ({ kind, id }: WorkLine) => `${kind} ${id}`
const SKELETON_ROWS = ['1', '2', '3', '4', '5', '6', '7', '8']

/** What is shown stands in the address, so that back, reload and a link lead to it; whose it is is remembered for each person. */
function useShown(me: number) {
  const [params, setParams] = useSearchParams()
  const place = `rooftree-work-view ${me}`
  const view = views.find((one) => one === (params.get('view') ?? localStorage.getItem(place))) ?? 'Mine'
  const set = (changed: Record<string, string | null>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setParams(next, { replace: true })
  }
  const show = (chosen: View) => {
    localStorage.setItem(place, chosen)
    set({ view: chosen, kind: null, day: null })
  }
  const kept: Kept = { kind: params.get('kind'), day: params.get('day') }
  return { view, show, kept, keep: (changed: Partial<Kept>) => set(changed) }
}

const keeps = ({ kind, day }: Kept, row: WorkLine, today: string): boolean =>
  (kind === null || row.kind === kind) &&
  (day === null || (day === 'late' ? isLate(row, today) : row.promisedBy === day))

/** The agency's opening screen: what waits for the person, the team, and nobody, the oldest promise first. */
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
  const { view, show, kept, keep } = useShown(me)
  const out = outOf(data?.people)
  const count = (one: View) => (isError || !data ? '–' : rowsOf(data.rows, one, me, out).length)
  useKeys(
    'Work',
    views.map((one, index) => ({ key: String(index + 1), label: one, run: () => show(one) })),
  )
  const of = data && !isError ? rowsOf(data.rows, view, me, out).sort(byPromise) : []
  return (
    <Screen
      title="Work"
      actions={
        <>
          <Link to="/Absences">Who is out{out.length > 0 && ` (${out.length})`}</Link>
          <span className={css.today}>{data && formatDate(data.today, 'MMMM DD, YYYY')}</span>
          <Views view={view} count={count} onShow={show} />
        </>
      }
    >
      {data && !isError && (
        <div className={css.figures}>
          <Kinds rows={of} today={data.today} kept={kept} onKeep={keep} />
          <Days rows={of} today={data.today} kept={kept} onKeep={keep} />
          <InTime />
        </div>
      )}
      {isError && <NotLoaded onAgain={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data && !isError && of.length === 0 && <Nothing view={view} rows={data.rows} me={me} onShow={show} />}
      {data && !isError && of.length > 0 && (
        <List
          key={view}
          rows={of}
          kept={kept}
          onAll={() => keep({ kind: null, day: null })}
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
  view,
  count,
  onShow,
}: {
  view: View
  count: (view: View) => number | string
  onShow: (view: View) => void
}) {
  return (
    <fieldset aria-label="Whose work" className={css.views}>
      {views.map((one) => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => onShow(one)}>
          {one} <span className="tabular">{count(one)}</span>
        </button>
      ))}
    </fieldset>
  )
}

const stopOf = ({ to, number, subject }: WorkLine): Stop => ({ path: to, label: `${number} ${subject}` })

type ListProps = {
  rows: readonly WorkLine[]
  kept: Kept
  onAll: () => void
  today: string
  view: View
  out: readonly Out[]
}

function List({ rows: of, kept, onAll, today, view, out }: ListProps) {
  const me = useSession().userId
  const navigate = useNavigate()
  const rows = useMemo(() => of.filter((row) => keeps(kept, row, today)), [of, kept, today])
  const selection = useSelection(rowKey, ({ number }: WorkLine) => number)
  const box = useRef<HTMLDivElement>(null)
  const rowKeys = useRowKeys(box)
  const records = useMemo(() => rows.filter(isRecord), [rows])
  useEffect(() => setWay(records.map(stopOf)), [records])
  const chosen = records.filter(selection.has)
  const open = () => {
    const way = chosen.length > 0 ? chosen : records
    setWay(way.map(stopOf))
    if (way[0]) void navigate(way[0].to)
  }
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState
          title="None of these."
          action={
            <Button variant="default" onClick={onAll}>
              Show all kinds and days
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
      <DeedsBar chosen={chosen} clear={() => selection.setAll(rows, false)} rowKeys={rowKeys} onOpen={open} />
    </>
  )
}

function Nothing({
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
  const free = rowsOf(rows, 'Not assigned', me).length
  const title = {
    Mine: 'Nothing waits for you.',
    Team: 'Nobody has anything to do.',
    'Not assigned': 'Everything is assigned.',
  }
  const offer = view !== 'Not assigned' && free > 0
  return (
    <EmptyState
      title={title[view]}
      action={
        offer && (
          <Button variant="default" onClick={() => onShow('Not assigned')}>
            {plural(free, 'record is', 'records are')} not assigned
          </Button>
        )
      }
    />
  )
}

/** The list's headings and eight gray rows. */
function Loading() {
  return (
    <div aria-busy className={css.tableBox}>
      <span role="status" className="visually-hidden">
        Loading
      </span>
      <div className={css.loadingHead} aria-hidden>
        {['Promised', 'Age', 'Request', 'Property or company', 'Company', 'Amount', 'State'].map((one) => (
          <b key={one}>{one}</b>
        ))}
      </div>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={css.loadingRow} />
      ))}
    </div>
  )
}
