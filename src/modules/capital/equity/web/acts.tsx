import { Button } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import {
  correctFigure,
  decidePaidOff,
  decision,
  type FigureView,
  figures,
  setClosing,
  setCutOff,
  setInitial,
  updateEquityFigures,
  uploadClosingReport,
  uploadCutOffDate,
  uploadInitialEquity,
} from '../model/calls.ts'
import { EquityFigure } from '../model/entities.ts'
import { type Beginning, getInitialEquity } from '../model/pending.ts'
import { shown } from './shown.ts'

const { fields } = EquityFigure
const withYear = <S extends z.ZodRawShape>(schema: z.ZodObject<S>) => schema.extend({ year: fields.year })
const yearField = <Field name="year" width={120} />

type Once = { propertyId: number; year: number }

/** The values to be set once for a property. */
export function SetOnce({ views, ...at }: Once & { views: readonly FigureView[] }) {
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

const initialSent = withYear(setInitial)
function SetInitial({ propertyId, year }: Once) {
  const write = useWrite(shown)
  return (
    <RecordDialog
      button="Set initial equity…"
      title="Initial equity"
      save="Set it"
      schema={initialSent}
      values={{ year, developmentCost: null, originalMortgages: null, principalBefore: 0, note: null }}
      send={({ year: of, ...body }) =>
        write(uploadInitialEquity, { params: { propertyId, year: of }, body }, 'The initial equity is set.')
      }
    >
      <FieldRow>
        {yearField}
        <Field name="developmentCost" width={190} />
        <Field name="originalMortgages" width={230} />
        <Field name="principalBefore" width={220} />
      </FieldRow>
      <Field name="note" rows={2} help="Such as the cost certification and its date." />
    </RecordDialog>
  )
}

const closingSent = withYear(setClosing)
function SetClosing({ propertyId, year }: Once) {
  const write = useWrite(shown)
  return (
    <RecordDialog
      button="Set the closing report…"
      title="Closing report"
      save="Set it"
      schema={closingSent}
      values={{ year, closingReportDate: null }}
      send={({ year: of, ...body }) =>
        write(uploadClosingReport, { params: { propertyId, year: of }, body }, 'The closing report is set.')
      }
    >
      <FieldRow>
        {yearField}
        <Field name="closingReportDate" width={170} />
      </FieldRow>
    </RecordDialog>
  )
}

const cutOffSent = withYear(setCutOff)
function SetCutOff({ propertyId, year }: Once) {
  const write = useWrite(shown)
  return (
    <RecordDialog
      button="Set the cut-off date…"
      title="Cut-off date"
      save="Set it"
      schema={cutOffSent}
      values={{ year, cutoffDate: null }}
      send={({ year: of, ...body }) =>
        write(uploadCutOffDate, { params: { propertyId, year: of }, body }, 'The cut-off date is set.')
      }
    >
      <FieldRow>
        {yearField}
        <Field
          name="cutoffDate"
          width={170}
          help="Principal paid through this day is in the initial equity."
        />
      </FieldRow>
    </RecordDialog>
  )
}

/** Computes the year after the newest one. */
export function NextYear({ propertyId, year }: { propertyId: number; year: number }) {
  const write = useWrite(shown, { quiet: false })
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

const common = { approvedImprovements: true, note: true } as const
const first = {
  developmentCost: true,
  originalMortgages: true,
  principalBefore: true,
  closingReportDate: true,
  cutoffDate: true,
} as const

/** Says whether a correction waits: figures that are raised count once a second person has confirmed them. */
const describeCorrection = (draft: Beginning, stored: Beginning & { year: number }): string =>
  getInitialEquity(stored) < getInitialEquity(draft)
    ? 'The figures are raised: a second person confirms them, and until then they count as before.'
    : `Equity of ${stored.year} is computed again.`

/** The fields of the equity that a property begins with. */
const BeginningFields = () => (
  <>
    <FieldRow>
      <Field name="developmentCost" width={190} />
      <Field name="originalMortgages" width={230} />
      <Field name="principalBefore" width={220} />
    </FieldRow>
    <FieldRow>
      <Field name="closingReportDate" width={170} />
      <Field name="cutoffDate" width={170} />
    </FieldRow>
  </>
)

/** Corrects a year; values set once require a reason, and later years are recomputed. */
export function Correct({ view: { figure } }: { view: FigureView }) {
  const write = useWrite(shown)
  const begins =
    figure.developmentCost !== null || figure.closingReportDate !== null || figure.cutoffDate !== null
  const schema = EquityFigure.row.pick(begins ? { ...common, ...first } : common)
  const { equityFigureId, version, year } = figure
  const corrects = useMay(correctFigure)
  if (begins && !corrects) return null
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
        begins
          ? write(
              correctFigure,
              { params: { id: equityFigureId }, body: { ...body, note: body.note ?? '', version } },
              (view) => describeCorrection(body, view.figure),
            )
          : write(figures.update, { body: { ...body, equityFigureId, version } }, (stored) =>
              describeCorrection(body, { ...figure, ...(stored as Beginning) }),
            )
      }
    >
      {begins && <BeginningFields />}
      <Field name="approvedImprovements" width={200} />
      <Field
        name="note"
        rows={2}
        help="What was set once is changed with a reason; later years are computed again."
      />
    </RecordDialog>
  )
}

/** The commission's decision on principal of paid-off loans. */
export function Decide({ view: { figure } }: { view: FigureView }) {
  const write = useWrite(shown)
  const decides = useMay(decidePaidOff)
  if (!decides || figure.principalHeld === 0) return null
  const { equityFigureId: id, year } = figure
  return (
    <RecordDialog
      small
      button="Decide"
      of={`on loans paid off in ${year}`}
      title={`Loans paid off in ${year}: ${figure.paidOff ?? ''}`}
      save="Record the decision"
      schema={decision}
      values={{ counts: figure.discretion === 'Counted', note: null }}
      send={(body) => write(decidePaidOff, { params: { id }, body }, 'The decision is recorded.')}
    >
      <Field name="counts" words="The principal counts in equity" />
      <Field name="note" rows={2} required help="Which resolution, and of which day." />
    </RecordDialog>
  )
}
