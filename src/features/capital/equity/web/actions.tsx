import { Button } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import {
  closingReportInput,
  commissionDecision,
  correctFigure,
  cutOffInput,
  decidePaidOff,
  type FigureView,
  figures,
  initialEquityInput,
  updateEquityFigures,
  uploadClosingReport,
  uploadCutOffDate,
  uploadInitialEquity,
} from '../model/calls.ts'
import { EquityFigure } from '../model/entities.ts'
import { type BeginningAmounts, getInitialEquity } from '../model/pending.ts'
import { equityQueryKeys } from './display.ts'

const CorrectionField = getField(EquityFigure.row)
const YearField = getField<{ year: number }>()
const CommissionDecisionField = getField(commissionDecision)

const { fields } = EquityFigure
const withYear = <S extends z.ZodRawShape>(schema: z.ZodObject<S>) => schema.extend({ year: fields.year })
const yearField = <YearField name="year" width={120} />

type PropertyYear = { propertyId: number; year: number }

/** The buttons for the values of a property that are set once and are not set yet. */
export function SetOnceButtons({ views, ...at }: PropertyYear & { views: readonly FigureView[] }) {
  const has = (name: 'developmentCost' | 'closingReportDate' | 'cutoffDate') =>
    views.some((view) => view.figure[name] !== null)
  return (
    <>
      {!has('developmentCost') && <SetInitial {...at} />}
      {!has('closingReportDate') && <SetClosing {...at} />}
      {!has('cutoffDate') && <SetCutOff {...at} />}
    </>
  )
}

const initialEquitySchema = withYear(initialEquityInput)

const InitialEquityField = getField(initialEquitySchema)

function SetInitial({ propertyId, year }: PropertyYear) {
  const write = useWrite(equityQueryKeys)
  return (
    <RecordDialog
      button="Set initial equity…"
      title="Initial equity"
      save="Set it"
      schema={initialEquitySchema}
      values={{ year, developmentCost: null, originalMortgages: null, principalBefore: 0, note: null }}
      send={({ year: of, ...body }) =>
        write(uploadInitialEquity, { params: { propertyId, year: of }, body }, 'The initial equity is set.')
      }
    >
      <FieldRow>
        {yearField}
        <InitialEquityField name="developmentCost" width={190} />
        <InitialEquityField name="originalMortgages" width={230} />
        <InitialEquityField name="principalBefore" width={220} />
      </FieldRow>
      <InitialEquityField name="note" rows={2} help="Such as the cost certification and its date." />
    </RecordDialog>
  )
}

const closingReportSchema = withYear(closingReportInput)

const ClosingReportField = getField(closingReportSchema)

function SetClosing({ propertyId, year }: PropertyYear) {
  const write = useWrite(equityQueryKeys)
  return (
    <RecordDialog
      button="Set the closing report…"
      title="Closing report"
      save="Set it"
      schema={closingReportSchema}
      values={{ year, closingReportDate: null }}
      send={({ year: of, ...body }) =>
        write(uploadClosingReport, { params: { propertyId, year: of }, body }, 'The closing report is set.')
      }
    >
      <FieldRow>
        {yearField}
        <ClosingReportField name="closingReportDate" width={170} />
      </FieldRow>
    </RecordDialog>
  )
}

const cutOffSchema = withYear(cutOffInput)

const CutOffField = getField(cutOffSchema)

function SetCutOff({ propertyId, year }: PropertyYear) {
  const write = useWrite(equityQueryKeys)
  return (
    <RecordDialog
      button="Set the cut-off date…"
      title="Cut-off date"
      save="Set it"
      schema={cutOffSchema}
      values={{ year, cutoffDate: null }}
      send={({ year: of, ...body }) =>
        write(uploadCutOffDate, { params: { propertyId, year: of }, body }, 'The cut-off date is set.')
      }
    >
      <FieldRow>
        {yearField}
        <CutOffField
          name="cutoffDate"
          width={170}
          help="Principal paid through this day is in the initial equity."
        />
      </FieldRow>
    </RecordDialog>
  )
}

/** The button that computes the year after the newest one. */
export function NextYearButton({ propertyId, year }: { propertyId: number; year: number }) {
  const write = useWrite(equityQueryKeys, { quiet: false })
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await write(
      updateEquityFigures,
      { body: [{ propertyId, year }] },
      `Equity of ${year} is computed.`,
    ).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button loading={busy} onClick={() => void run()}>
      Compute {year}
    </Button>
  )
}

const yearFields = { approvedImprovements: true, note: true } as const
const beginningFields = {
  developmentCost: true,
  originalMortgages: true,
  principalBefore: true,
  closingReportDate: true,
  cutoffDate: true,
} as const

/** Says whether a correction waits: figures that are raised count once a second person has confirmed them. */
const describeCorrection = (draft: BeginningAmounts, stored: BeginningAmounts & { year: number }): string =>
  getInitialEquity(stored) < getInitialEquity(draft)
    ? 'The figures are raised: a second person confirms them, and until then they count as before.'
    : `Equity of ${stored.year} is computed again.`

/** The fields of a property’s beginning values. */
const BeginningFields = () => (
  <>
    <FieldRow>
      <CorrectionField name="developmentCost" width={190} />
      <CorrectionField name="originalMortgages" width={230} />
      <CorrectionField name="principalBefore" width={220} />
    </FieldRow>
    <FieldRow>
      <CorrectionField name="closingReportDate" width={170} />
      <CorrectionField name="cutoffDate" width={170} />
    </FieldRow>
  </>
)

/** The dialog that corrects a year. Values set once require a reason, and later years are computed again. */
export function CorrectionDialog({ view: { figure } }: { view: FigureView }) {
  const write = useWrite(equityQueryKeys)
  const hasBeginning =
    figure.developmentCost !== null || figure.closingReportDate !== null || figure.cutoffDate !== null
  const schema = EquityFigure.row.pick(hasBeginning ? { ...yearFields, ...beginningFields } : yearFields)
  const { equityFigureId, version, year } = figure
  const canCorrect = useMay(correctFigure)
  if (hasBeginning && !canCorrect) return null
  return (
    <RecordDialog
      small
      button="Correct"
      of={String(year)}
      title={`Equity of ${year}`}
      save="Save and compute"
      schema={schema}
      values={{ ...figure, note: null }}
      send={(body) =>
        hasBeginning
          ? write(
              correctFigure,
              { params: { id: equityFigureId }, body: { ...body, note: body.note ?? '', version } },
              (view) => describeCorrection(body, view.figure),
            )
          : write(figures.update, { body: { ...body, equityFigureId, version } }, (stored) =>
              describeCorrection(body, { ...figure, ...(stored as BeginningAmounts) }),
            )
      }
    >
      {hasBeginning && <BeginningFields />}
      <CorrectionField name="approvedImprovements" width={200} />
      <CorrectionField
        name="note"
        rows={2}
        help="What was set once is changed with a reason; later years are computed again."
      />
    </RecordDialog>
  )
}

/** The dialog for the commission’s decision on principal of paid-off loans. */
export function DecisionDialog({ view: { figure } }: { view: FigureView }) {
  const write = useWrite(equityQueryKeys)
  const canDecide = useMay(decidePaidOff)
  if (!canDecide || figure.principalHeld === 0) return null
  const { equityFigureId: id, year } = figure
  return (
    <RecordDialog
      small
      button="Decide"
      of={`on loans paid off in ${year}`}
      title={`Loans paid off in ${year}: ${figure.paidOff ?? ''}`}
      save="Record the decision"
      schema={commissionDecision}
      values={{ counts: figure.discretion === 'Counted', note: null }}
      send={(body) => write(decidePaidOff, { params: { id }, body }, 'The decision is recorded.')}
    >
      <CommissionDecisionField name="counts" words="The principal counts in equity" />
      <CommissionDecisionField name="note" rows={2} required help="Which resolution, and of which day." />
    </RecordDialog>
  )
}
