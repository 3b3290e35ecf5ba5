import { useMemo, useState } from 'react'
import { toCents } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import type { Cells, SheetColumn, SheetLine } from '#ui/worksheet/sheet.ts'
import { Worksheet } from '#ui/worksheet/Worksheet.tsx'
import { getComputation } from '../model/calls.ts'
import { derivePart } from '../model/derivations.ts'
import { findComputationFindings } from '../model/findings.ts'
import { formatPartCode, type PartCode, partCodes, partLabels } from '../model/form.ts'
import type { ComputationView } from '../model/views.ts'
import { BasisPart } from './Basis.tsx'
import { CompanyPart } from './CompanyPart.tsx'
import { Findings, Frame, focusLine } from './Frame.tsx'
import { Payments } from './Payments.tsx'
import { RestatedYearPart } from './RestatedYear.tsx'
import { getSurplusCashTab, StatementTab } from './StatementTab.tsx'
import { Years } from './Years.tsx'

/**
 * The screen of how much of a statement's surplus cash may be distributed, from equity and rights to the
 * last line.
 */
export default function Computation() {
  const { afsId = 0 } = useNumericParams('afsId')
  const view = useCall(getComputation, { params: { afsId } })
  return (
    <StatementTab of={view} title="Computation of distributions" pages={pages}>
      <Content view={view} />
    </StatementTab>
  )
}

const Content = ({ view }: { view: ComputationView }) =>
  view.required ? (
    <ComputationContent key={view.afsId} view={view} />
  ) : (
    <EmptyState
      title="No distributions are computed here"
      text="The property is bound by tax credits alone: the agency approves none of its distributions."
    />
  )

const pages = getSurplusCashTab('Computation of distributions', ({ detail: { afsId } }) => (
  <Content view={useCall(getComputation, { params: { afsId } })} />
))

const columns: readonly SheetColumn[] = [{ key: 'amount', label: 'Amount', width: 130, readOnly: true }]
const noCells: Cells = {}

/** Returns equity and the lines of part B as computed worksheet lines. */
const getLines = (view: ComputationView): SheetLine[] => [
  { key: 'equity', label: 'Equity of the year', kind: 'computed', formula: () => toCents(view.equity ?? 0) },
  ...partCodes.map(
    (code): SheetLine => ({
      key: code,
      label: `${formatPartCode(code)} ${partLabels[code]}`,
      kind: 'computed',
      formula: () => toCents(view[code]),
    }),
  ),
]

function ComputationContent({ view }: { view: ComputationView }) {
  const readOnly = useReadOnly()
  const [selectedPart, setSelectedPart] = useState<PartCode | 'equity' | null>(null)
  const lines = useMemo(() => getLines(view), [view])
  return (
    <>
      <Frame
        of={view}
        derived={selectedPart && derivePart(view, selectedPart)}
        column={String(view.year)}
        onClose={() => {
          focusLine(lines.findIndex((line) => line.key === selectedPart))
          setSelectedPart(null)
        }}
        aside={<Findings findings={findComputationFindings(view)} />}
      >
        <Worksheet
          caption={`Computation of distributions ${view.year}`}
          columns={columns}
          lines={lines}
          cells={noCells}
          readOnly
          rounding={false}
          total={null}
          lineHeading="Line"
          onAsk={(line) => setSelectedPart(line.key as PartCode)}
        />
      </Frame>
      <CompanyPart view={view} editing={view.canEdit && !readOnly} />
      <BasisPart view={view} setting={view.canSetBasis && !readOnly} />
      <Years view={view} setting={view.canSetBasis && !readOnly} />
      {view.restates && <RestatedYearPart afsId={view.afsId} />}
      <Payments view={view} setting={view.canSetBasis && !readOnly} />
    </>
  )
}
