import { formatDate } from '#kernel/model/dates.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { WatchLine } from '../model/calls.ts'
import { WatchType } from '../model/entities.ts'
import { type FigureKey, figureLabels, getLatestFigure } from '../model/figures.ts'

const col = columns<WatchLine>()
/** Returns the path of an entry's screen. */
export const getWatchListPath = ({ watchListId }: Pick<WatchLine, 'watchListId'>) =>
  `/WatchList/${watchListId}`
const typeTones: Readonly<Record<number, ToneName>> = {
  [WatchType.WATCH]: 'yellow',
  [WatchType.TROUBLED]: 'red',
  [WatchType.CRITICAL]: 'red',
}

const figureColumn = (key: FigureKey, width: number) => {
  const read = (line: WatchLine) => getLatestFigure(line.figures, key)?.value ?? null
  const options = { width, total: key === 'loans' }
  return key === 'reserve' || key === 'loans'
    ? col.money(figureLabels[key], read, options)
    : col.number(figureLabels[key], read, {
        width,
        format: (value) =>
          value == null ? '' : value.toFixed(key === 'coverage' ? 2 : key === 'occupancy' ? 1 : 0),
      })
}

/** The columns that all lists of entries share. */
export const entryColumns = [
  col.link(
    'Property',
    (line) => [line.propertyName, line.city].filter(Boolean).join(', '),
    getWatchListPath,
    { width: 210 },
  ),
  col.chip(
    'Type',
    (line) => line.typeName,
    (line) => typeTones[line.watchListTypeId] ?? 'gray',
    { width: 90 },
  ),
  col.text('Since', (line) => formatDate(line.entryDate, 'MM/DD/YYYY'), { width: 95 }),
  col.text('Weakness', (line) => line.weaknessName, { width: 115 }),
  col.text('With', (line) => line.responsibilityName, { width: 75 }),
  figureColumn('coverage', 80),
  figureColumn('occupancy', 100),
  figureColumn('reserve', 120),
  figureColumn('inspection', 90),
  figureColumn('loans', 120),
]
/** The further columns of active entries, of removed entries, and of the months of one property. */
export const commentColumns = [
  col.text('Comment', (line) => line.comment, { width: 290 }),
  col.text('Month before', (line) => line.previousComment, { width: 260, lesser: true }),
]
export const removedColumns = [
  col.date('Removed', (line) => line.removedOn, { width: 105 }),
  col.text('Reason', (line) => line.removalReason, { width: 320 }),
]
export const propertyColumns = [
  col.link('Month', (line) => `${line.month}/${line.year}`, getWatchListPath, { width: 90 }),
  ...entryColumns.slice(1),
  col.text('Comment', (line) => line.comment, { width: 320 }),
]
