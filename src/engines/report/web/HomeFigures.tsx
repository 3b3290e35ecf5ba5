import { Suspense } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import type { ReportFigures } from '../model/index.ts'
import { FigureText } from './FigureText.tsx'
import styles from './portfolio.module.css'
import { getReportLink, getTileFilters, getTilePopulation, type ReportTile } from './tiles.ts'
import { useTiles } from './useTiles.ts'

/**
 * Shows the key figures of their properties on the home screen of people who run properties. Each comes
 * from its report, links to it and loads separately, so that the screen does not wait for it.
 */
export default function HomeFigures() {
  return (
    <section aria-label="Your properties at a glance">
      <Suspense fallback={<div className={styles.glance} aria-busy="true" />}>
        <FigureList />
      </Suspense>
    </section>
  )
}

function FigureList() {
  const tiles = useTiles(true)
  if (tiles.length === 0) return null
  return (
    <ul className={`${styles.figures} ${styles.glance}`}>
      {tiles.map((tile) => (
        <li key={tile.tile.title}>
          <div className={styles.title}>
            <Link to={getReportLink(tile)}>{tile.tile.title}</Link>
          </div>
          <Suspense fallback={<strong className={styles.figure}>…</strong>}>
            <Figure {...tile} />
          </Suspense>
        </li>
      ))}
    </ul>
  )
}

function Figure(reportTile: ReportTile) {
  const { tile } = reportTile
  const call: ReportFigures = useCall(reportTile.report.page, {
    query: { ...getTileFilters(reportTile), fetchCount: 1 },
  } as never)
  const note = tile.note?.(call)
  return (
    <>
      <strong className={styles.figure}>
        <FigureText {...reportTile} value={tile.figure(call)} />
      </strong>
      {note && <p className={styles.note}>{note}</p>}
      <p className={styles.note}>{getTilePopulation(reportTile)}</p>
    </>
  )
}
