import { toCents } from '#kernel/model/money.ts'
import {
  createColumnReader,
  type FigureLine,
  getColumnsDerivation,
  getDerivation,
  type Origin,
} from '../model/index.ts'
import { Derivation } from './Derivation.tsx'
import type { FigureRow } from './rows.ts'
import type { SelectedFigure, StatementSheetProps } from './StatementSheet.tsx'

type Props = StatementSheetProps & {
  figure: SelectedFigure
  rows: readonly FigureRow[]
  onGoToAccount: (code: string) => void
  onClose: () => void
}

/**
 * Returns functions that read the current figure of an account in a column, and its origin. An edited figure
 * has no origin.
 */
function getDerivationInput({ chart, stored, people, rows }: Props, key: string) {
  const readFigure = createColumnReader(chart, rows, key)
  const linesByCode = new Map(stored.map((line) => [line.code, line as FigureLine]))
  const getOrigin = (code: string): Origin | undefined => {
    const line = linesByCode.get(code)
    const draft = rows.find((row) => row.clientKey === code)?.[key]
    const isUnchanged =
      typeof draft === 'number' && typeof line?.[key] === 'number' && toCents(draft) === toCents(line[key])
    return isUnchanged ? line?.origins?.[key] : undefined
  }
  return { read: readFigure, origin: getOrigin, people }
}

/** Shows where the figure that the user selected comes from. Shows nothing if it has no derivation. */
export function FigureDerivation(props: Props) {
  const { chart, columns, onGoToAccount, onClose } = props
  const { code, column } = props.figure
  const key = column.describes ?? column.key
  const getLabel = (name: string) => columns.find((other) => other.key === name)?.label ?? column.label
  const summedColumns = Object.entries(column.summands ?? {}).map(([name, sign]) => ({
    label: getLabel(name),
    sign,
    sources: getDerivationInput(props, name),
  }))
  const derivation =
    summedColumns.length > 0
      ? getColumnsDerivation(chart, code, summedColumns)
      : getDerivation(chart, code, getDerivationInput(props, key))
  return (
    derivation && (
      <Derivation
        key={`${code} ${column.key}`}
        of={derivation}
        column={getLabel(key)}
        onGo={onGoToAccount}
        onClose={onClose}
      />
    )
  )
}
