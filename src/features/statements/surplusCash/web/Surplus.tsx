import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isReviewHidden } from '#engines/review/web/index.ts'
import { TieOuts } from '#engines/worksheet/web/index.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { buildCallQuery, useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams, useSession } from '#ui/frame/hooks.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { WorksheetField } from '#ui/worksheet/WorksheetField.tsx'
import { getSurplus, saveSurplus } from '../model/calls.ts'
import { deriveSurplusLine } from '../model/derivations.ts'
import { computeSurplus, findSurplusFindings, getSurplusTies } from '../model/surplus.ts'
import { getSurplusCashRead, type SurplusView } from '../model/views.ts'
import { refetchOnConflict } from './conflict.ts'
import { Findings, Frame, focusLine } from './Frame.tsx'
import { getSurplusCashTab, SavesBeforeSteps, StatementTab } from './StatementTab.tsx'
import {
  convertToRows,
  type FormRow,
  getChangedLines,
  getColumnFigures,
  getColumns,
  getSurplusCashValues,
  type Mode,
  partALines,
  schema,
} from './sheet.ts'

const AUTOSAVE_SECONDS = 3

/**
 * The screen of a statement's surplus cash. The company fills it in while the statement is a draft, and the
 * reviewer corrects it in the next column.
 */
export default function Surplus() {
  const { afsId = 0 } = useNumericParams('afsId')
  const view = useCall(getSurplus, { params: { afsId } })
  return (
    <StatementTab of={view} title="Surplus cash" pages={pages}>
      <Content view={view} />
    </StatementTab>
  )
}

const Content = ({ view }: { view: SurplusView }) =>
  view.required ? (
    <SurplusForm key={view.afsId} view={view} />
  ) : (
    <EmptyState
      title="No surplus cash is computed here"
      text="The property is bound by tax credits alone: the agency asks for no computation of surplus cash."
    />
  )

const pages = getSurplusCashTab('Surplus cash', ({ detail: { afsId } }) => (
  <Content view={useCall(getSurplus, { params: { afsId } })} />
))

function SurplusForm({ view }: { view: SurplusView }) {
  const client = useQueryClient()
  const { userId } = useSession()
  const readOnly = useReadOnly()
  const mode: Mode = readOnly ? 'read' : view.canEdit ? 'write' : view.canReview ? 'review' : 'read'
  const values = useMemo(() => getSurplusCashValues(view), [view])
  const save = async (payload: Record<string, unknown>) => {
    const body = getChangedLines(payload.lines as FormRow[], view, mode)
    const params = { afsId: view.afsId }
    const { queryKey } = buildCallQuery(getSurplus, { params })
    const saved = await ask(saveSurplus, { params, body }, { quiet: true }).catch(
      refetchOnConflict(client, queryKey),
    )
    client.setQueryData(queryKey, saved)
    void client.invalidateQueries({ queryKey: ['computationofdistributions'] })
    return getSurplusCashValues(saved)
  }
  return (
    <Form
      schema={schema}
      values={values}
      onSave={save}
      readOnly={mode === 'read'}
      autosave={AUTOSAVE_SECONDS}
      draftKey={`${userId}/surplus/${view.afsId}`}
      label="Surplus cash"
    >
      <ErrorSummary />
      <Sheet view={view} mode={mode} />
      <FormButtons save={null} />
      <SavesBeforeSteps />
    </Form>
  )
}

type SelectedFigure = { code: string; index: number; column: 'submittedAmount' | 'reviewAmount' }

function Sheet({ view, mode }: { view: SurplusView; mode: Mode }) {
  const { form } = useFormParts<{ lines: FormRow[] }>()
  const rows = useWatch({ control: form.control, name: 'lines' }) ?? []
  const [selected, setQuery] = useState<SelectedFigure | null>(null)
  const columns = useMemo(() => getColumns(mode, view.reviewed !== null), [mode, view.reviewed])
  const read = useMemo(() => getSurplusCashRead(view.accounts), [view.accounts])
  const amountColumn = mode === 'review' || view.reviewed ? 'reviewAmount' : 'submittedAmount'
  const [submitted, figures] = [
    getColumnFigures(rows, 'submittedAmount'),
    getColumnFigures(rows, amountColumn),
  ]
  const ties = getSurplusTies(
    convertToRows(submitted, rows),
    read,
    view.tolerance,
    `/afs/view/${view.year}/${view.propertyId}`,
  )
  const explained = new Set(rows.filter((row) => row.description).map((row) => row.clientKey))
  const go = (code: string) => focusLine(partALines.findIndex((line) => line.key === code))
  return (
    <Frame
      of={view}
      wide={mode === 'review' || view.reviewed !== null}
      derived={
        selected &&
        deriveSurplusLine(view, selected.code, getColumnFigures(rows, selected.column), selected.column)
      }
      column={selected?.column === 'reviewAmount' ? 'Reviewed' : 'Submitted'}
      onClose={() => {
        focusLine(selected?.index ?? 0)
        setQuery(null)
      }}
      aside={
        <>
          <Sums
            of={computeSurplus(figures)}
            reviewed={amountColumn === 'reviewAmount'}
            isReviewHidden={isReviewHidden(view.statusId)}
          />
          <Findings findings={findSurplusFindings(figures, read)} />
          <TieOuts ties={ties} isExplained={({ left }) => explained.has(left.code ?? '')} onGo={go} />
        </>
      }
    >
      <WorksheetField<{ lines: FormRow[] }>
        name="lines"
        caption={`Surplus cash ${view.year}`}
        columns={columns}
        lines={partALines}
        rowKey="clientKey"
        lineHeading="Line"
        total={null}
        rounding={false}
        readOnly={mode === 'read'}
        onAsk={(line, column) =>
          setQuery({
            code: line.key,
            index: partALines.indexOf(line),
            column:
              column.key === 'reviewAmount' || column.key === 'change' ? 'reviewAmount' : 'submittedAmount',
          })
        }
      />
    </Frame>
  )
}

const Sums = ({
  of: { a, b, c },
  reviewed,
  isReviewHidden: isHidden,
}: {
  of: { a: number; b: number; c: number }
  reviewed: boolean
  isReviewHidden: boolean
}) => (
  <Facts
    facts={[
      { label: '(a) Total cash', value: formatMoney(fromCents(a)) },
      { label: '(b) Current obligations', value: formatMoney(fromCents(b)) },
      {
        label: `(c) ${c < 0 ? 'Deficiency' : 'Surplus cash'}${reviewed ? ', as reviewed' : ''}`,
        value: formatMoney(fromCents(c)),
      },
      ...(isHidden ? [{ label: 'As reviewed', value: '', hidden: true }] : []),
    ]}
  />
)
