import { formatCell, type SheetPart } from './sheet.ts'

/** The size of a chart: in points on paper, in pixels on a screen. */
export const chartSize = { width: 176, height: 62 } as const
const inset = { left: 10, right: 14, top: 14, bottom: 14 } as const

type Point = { x: number; y: number; label: string; text: string }

/** A line chart. `floor` is a dashed horizontal line at the minimum that the values should not fall below. */
export type Chart = { points: Point[]; floor: { y: number; text: string } | null }

/**
 * Computes the chart of a part whose rows are a label and a number. Rows without a number are left out. With
 * more than five points, only the first and last are labeled.
 */
export function getFactSheetChart({
  rows,
  columns,
  floor,
}: Pick<SheetPart, 'rows' | 'columns' | 'floor'>): Chart {
  const chartPoints = rows.flatMap(({ cells: [label, value] }) =>
    typeof value === 'number' ? [{ label: String(label ?? ''), value }] : [],
  )
  const values = [...chartPoints.map(({ value }) => value), ...(floor ? [floor.value] : [])]
  const [minimum, maximum] = [Math.min(...values), Math.max(...values)]
  const plotWidth = chartSize.width - inset.left - inset.right
  const plotHeight = chartSize.height - inset.top - inset.bottom
  const y = (value: number) =>
    inset.top + (maximum === minimum ? 0.5 : (maximum - value) / (maximum - minimum)) * plotHeight
  const points = chartPoints.map(({ label, value }, index) => {
    const isLabeled = chartPoints.length <= 5 || index === 0 || index === chartPoints.length - 1
    return {
      x: inset.left + (chartPoints.length === 1 ? 0.5 : index / (chartPoints.length - 1)) * plotWidth,
      y: y(value),
      label: isLabeled ? label : '',
      text: isLabeled ? formatCell(value, columns[1]?.kind ?? 'number') : '',
    }
  })
  return { points, floor: floor && chartPoints.length > 0 ? { y: y(floor.value), text: floor.label } : null }
}

/** The points of the chart's line as the `points` attribute of an SVG polyline. */
export const getPolylinePoints = ({ points }: Chart): string =>
  points.map(({ x, y }) => `${roundToTenth(x)},${roundToTenth(y)}`).join(' ')

/** Describes the chart in words for screen readers. */
export const describeChart = ({ title, rows, columns }: SheetPart): string =>
  `${title}: ${rows.map(({ cells: [label, value] }) => `${label} ${formatCell(value ?? null, columns[1]?.kind ?? 'number')}`).join(', ')}`

const roundToTenth = (value: number): number => Math.round(value * 10) / 10
