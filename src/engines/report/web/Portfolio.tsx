import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatDate, today } from '#kernel/model/dates.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { buildCallQuery, useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { PrintButton } from '#ui/frame/PrintButton.tsx'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { getFiguresBefore, getOtherFigures, type ReportFigures, type Tile } from '../model/index.ts'
import { getTileKey } from '../model/tile.ts'
import { FigureByCounty } from './ByCounty.tsx'
import { FigureText } from './FigureText.tsx'
import styles from './portfolio.module.css'
import {
  getChange,
  getReportFigure,
  getReportLink,
  getTileFilters,
  getTilePopulation,
  type ReportTile,
} from './tiles.ts'
import { useTiles } from './useTiles.ts'

/**
 * The screen with an overview of the portfolio: key figures from reports, exceptions, and a map by county.
 */
export default function Portfolio() {
  const tiles = useTiles()
  const agency = useIsAgency()
  const figures = tiles.filter(({ tile }) => tile.order <= LAST_FIGURE_ORDER)
  const exceptions = tiles.filter(({ tile }) => tile.order > LAST_FIGURE_ORDER)
  return (
    <Screen title="Portfolio" actions={<PrintButton />}>
      <p className={styles.note}>
        As of {formatDate(today(), 'MM/DD/YYYY')}. Lists and the dashboard also count properties in decontrol
        and others that are not active.
      </p>
      <ul className={styles.figures}>
        {figures.map((figure) => (
          <li key={figure.tile.title}>
            <Suspense fallback={<ScreenSkeleton rows={1} />}>
              <Figure {...figure} />
            </Suspense>
          </li>
        ))}
      </ul>
      <div className={styles.below}>
        <CountyPart tiles={tiles.filter(({ tile }) => tile.map)} />
        <Section title="What stands out">
          <ul className={styles.exceptions}>
            {exceptions.map((exception) => (
              <li key={exception.tile.title}>
                <Suspense fallback={<span aria-busy="true">{exception.tile.title} …</span>}>
                  <Exception {...exception} />
                </Suspense>
              </li>
            ))}
            {agency && (
              <Suspense fallback={<li aria-busy="true">Decisions and proposals …</li>}>
                <OtherFigures />
              </Suspense>
            )}
          </ul>
        </Section>
      </div>
    </Screen>
  )
}

/** Tiles up to this order are at the top. The others count exceptions. */
const LAST_FIGURE_ORDER = 10

/** Loads the totals of the report from which the figure is computed. Only one row is fetched. */
function useReportFigures(reportTile: ReportTile, getFilters?: Tile['buildParameters']): ReportFigures {
  return useCall(reportTile.report.page, {
    query: { ...getTileFilters(reportTile, getFilters), fetchCount: 1 },
  } as never)
}

function Figure(reportTile: ReportTile) {
  const { tile } = reportTile
  const reportPage = useReportFigures(reportTile)
  const note = tile.note?.(reportPage)
  return (
    <>
      <h2 className={styles.title}>{tile.title}</h2>
      <strong className={styles.figure}>
        <FigureText {...reportTile} value={tile.figure(reportPage)} />
      </strong>
      {tile.before && <Change {...reportTile} now={tile.figure(reportPage)} />}
      <SinceLastWeek {...reportTile} now={tile.figure(reportPage)} />
      {note && <p className={styles.note}>{note}</p>}
      <p className={styles.note}>{getTilePopulation(reportTile)}</p>
      <Link to={getReportLink(reportTile)}>{reportTile.report.facts.title}</Link>
    </>
  )
}

/** Shows the earlier figure, and the change since then. */
function Change({ now, ...one }: ReportTile & { now: number | null }) {
  const { tile } = one
  const before = tile.figure(useReportFigures(one, tile.before!.buildParameters))
  const change = getChange(tile, now, before)
  if (!change) return <p className={styles.note}>{tile.before!.label}: no data</p>
  return (
    <p className={styles.note}>
      <span className={styles.change} data-good={change.good}>
        {change.text}
      </span>{' '}
      from {getReportFigure(tile, before)} {tile.before!.label}
    </p>
  )
}

/** Shows the change since last week, with the day of the earlier figure. Only the agency sees it. */
function SinceLastWeek({ now, ...one }: ReportTile & { now: number | null }) {
  const agency = useIsAgency()
  const { data } = useQuery({ ...buildCallQuery(getFiguresBefore, {}), enabled: agency })
  const before = data?.figures[getTileKey(one.report, one.tile)]
  const change = agency && before !== undefined ? getChange(one.tile, now, before) : null
  return <SinceLast day={data?.day ?? null} change={change} />
}

function SinceLast({ day, change }: { day: string | null; change: ReturnType<typeof getChange> }) {
  if (!change) return null
  return (
    <p className={styles.note}>
      <span className={styles.change} data-good={change.good}>
        {change.text}
      </span>{' '}
      since last week ({formatDate(day, 'MM/DD/YYYY')})
    </p>
  )
}

function Exception(reportTile: ReportTile) {
  const { tile } = reportTile
  const reportPage = useReportFigures(reportTile)
  const note = tile.note?.(reportPage)
  return (
    <>
      <Link to={getReportLink(reportTile)}>{tile.title}</Link>
      <strong>{getReportFigure(tile, tile.figure(reportPage)) || '–'}</strong>
      <div>
        {tile.before ? (
          <Change {...reportTile} now={tile.figure(reportPage)} />
        ) : (
          note && <p className={styles.note}>{note}</p>
        )}
        <p className={styles.note}>{getTilePopulation(reportTile)}</p>
        <SinceLastWeek {...reportTile} now={tile.figure(reportPage)} />
      </div>
    </>
  )
}

/** Shows figures that come from lists instead of reports, with links to the lists. */
function OtherFigures() {
  const { day, figures } = useCall(getOtherFigures, {})
  return figures.map(({ title, to, value, note, before, better }) => (
    <li key={title}>
      <Link to={to}>{title}</Link>
      <strong>{formatNumber(value)}</strong>
      <div>
        {note && <p className={styles.note}>{note}</p>}
        <SinceLast day={day} change={getChange({ kind: 'number', better }, value, before)} />
      </div>
    </li>
  ))
}

/** Shows one of the figures by county. */
function CountyPart({ tiles }: { tiles: readonly ReportTile[] }) {
  const [title, setTitle] = useState(tiles[0]?.tile.title)
  const reportTile = tiles.find(({ tile }) => tile.title === title) ?? tiles[0]
  if (!reportTile) return null
  return (
    <Section
      title="By county"
      aside={
        <NativeSelect
          size="xs"
          aria-label="Show on the map"
          data={tiles.map(({ tile }) => tile.title)}
          value={reportTile.tile.title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      }
    >
      <Suspense fallback={<ScreenSkeleton rows={6} />}>
        <FigureByCounty {...reportTile} />
      </Suspense>
    </Section>
  )
}
