import { cellText, type SheetPart } from './sheet.ts'

/** Where the points of a chart lie in a field of this size, in points of paper and pixels of a screen. */
export const chartSize = { width: 176, height: 62 } as const
const inset = { left: 10, right: 14, top: 14, bottom: 14 } as const

type Point = { x: number; y: number; label: string; text: string }

/** A line through the values of a part over its labels; the floor is a dashed line across. */
export type Chart = { points: Point[]; floor: { y: number; text: string } | null }

/**
 * Draws a part of labels and numbers; a line without a number is left out, and the labels of many points but
 * the outer ones.
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
  const across = chartSize.width - inset.left - inset.right
  const down = chartSize.height - inset.top - inset.bottom
  const y = (value: number) =>
    inset.top + (maximum === minimum ? 0.5 : (maximum - value) / (maximum - minimum)) * down
  const points = chartPoints.map(({ label, value }, index) => {
    const isLabeled = chartPoints.length <= 5 || index === 0 || index === chartPoints.length - 1
    return {
      x: inset.left + (chartPoints.length === 1 ? 0.5 : index / (chartPoints.length - 1)) * across,
      y: y(value),
      label: isLabeled ? label : '',
      text: isLabeled ? cellText(value, columns[1]?.kind ?? 'number') : '',
    }
  })
  return { points, floor: floor && chartPoints.length > 0 ? { y: y(floor.value), text: floor.label } : null }
}

/** The points of a line as SVG writes them. */
export const getFactSheetLine = ({ points }: Chart): string =>
  points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')

/** The chart in words, for screen readers. */
export const chartWords = ({ title, rows, columns }: SheetPart): string =>
  `${title}: ${rows.map(({ cells: [label, value] }) => `${label} ${cellText(value ?? null, columns[1]?.kind ?? 'number')}`).join(', ')}`

const round = (value: number): number => Math.round(value * 10) / 10
