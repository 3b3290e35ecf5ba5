import { Button, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { day, decimal, flag, money, number, percent, text } from '#kernel/model/field.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { changeSetting, removeSettingValue, type SettingLine } from '../model/calls.ts'
import type { SettingContent } from '../model/entities.ts'
import { formatSetting } from '../model/settingText.ts'
import { readSettingValue } from '../model/values.ts'
import { ProposalPart } from './ProposalPart.tsx'

/** The input for each kind of setting. */
const inputs = {
  money: () => money('New value'),
  percent: () => percent('New value'),
  number: () => decimal('New value'),
  days: () => number('New value'),
  dayOfYear: () => text('New value', 5, 'Month and day, such as 11/15.'),
  flag: () => flag('New value').nullable(),
  text: () => text('New value', 500),
}

/** The schema of the form. The server's own function decides which values are valid. */
const getSchema = (line: SettingLine) =>
  z.object({
    value: inputs[line.kind]().superRefine((value, check) => {
      const read = readSettingValue(line, value ?? '')
      if ('fault' in read) check.addIssue({ code: 'custom', message: read.fault })
    }),
    effectiveFrom: day('In force from').unwrap(),
  })

const Field = getField<z.input<ReturnType<typeof getSchema>>>()

/** The first day on which a new value may apply. */
const getEarliestDay = ({ control }: SettingLine): string => (control ? addDays(today(), 1) : today())

/**
 * The dialog of one setting: its current, future and former values, and for administrators the form that
 * changes it.
 */
export function SettingDialog({
  line,
  canChange,
  onClose,
}: {
  line: SettingLine
  canChange: boolean
  onClose: () => void
}) {
  const change = useSend(changeSetting, { quiet: true })
  const schema = useMemo(() => getSchema(line), [line])
  const values = useMemo(() => ({ value: line.value, effectiveFrom: getEarliestDay(line) }), [line])
  const submit = async (payload: Record<string, unknown>) => {
    const { value, effectiveFrom } = payload as { value: SettingContent; effectiveFrom: string }
    await change({ body: { key: line.key, value, effectiveFrom } })
    const proposed = `${line.label}: ${formatSetting(line, value)} from ${formatDate(effectiveFrom, 'MM/DD/YYYY')}`
    notify(line.control ? `${proposed} is proposed and waits for a second administrator.` : `${proposed}.`)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={line.label} size="xl">
      <Stack>
        <Facts
          facts={[
            { label: 'In force', value: formatSetting(line, line.value) },
            {
              label: 'Since',
              value: line.effectiveFrom ? formatDate(line.effectiveFrom, 'MM/DD/YYYY') : 'Always',
            },
            { label: 'Default', value: formatSetting(line, line.default) },
            { label: 'Source', value: line.source, wide: true },
          ]}
        />
        <ProposalPart line={line} canChange={canChange} />
        {canChange && line.proposal === null && (
          <Form schema={schema} values={values} onSubmit={submit} label="Change this setting">
            <ErrorSummary />
            <FieldRow>
              <Field
                name="value"
                decimals={4}
                {...(line.kind === 'flag' ? { kind: 'yesNo' as const } : {})}
                {...(line.unit ? { label: `New value, ${line.unit}` } : {})}
              />
              <Field
                name="effectiveFrom"
                width={180}
                help={line.control ? 'Tomorrow or later.' : 'Today or later.'}
              />
            </FieldRow>
            <FormButtons save={null} submit={line.control ? 'Propose' : 'Save setting'} />
          </Form>
        )}
        <ValueTable line={line} canChange={canChange} />
      </Stack>
    </Dialog>
  )
}

type DatedValue = SettingLine['history'][number]
const col = columns<DatedValue>()

/** Shows whether the value was withdrawn or that is only proposed. A failure shows its own notice. */
const notifyWithdrawn = (work: Promise<boolean>) =>
  work.then(
    (isDone) =>
      notify(
        isDone
          ? 'The value is withdrawn.'
          : 'The withdrawal is proposed and waits for a second administrator.',
      ),
    () => undefined,
  )

/** The table of future and former values, latest first. Future ones can be withdrawn. */
function ValueTable({ line, canChange }: { line: SettingLine; canChange: boolean }) {
  const remove = useSend(removeSettingValue)
  const dated = useMemo(() => [...[...line.upcoming].reverse(), ...line.history], [line])
  const columns = useMemo(() => {
    const futureIds = new Set(line.upcoming.map((item) => item.settingId))
    const withdrawColumn = col.node(
      'Withdraw',
      ({ settingId, effectiveFrom }) =>
        futureIds.has(settingId) ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Withdraw the value from ${formatDate(effectiveFrom, 'MM/DD/YYYY')}`}
            onClick={() => void notifyWithdrawn(remove({ params: { id: settingId } }))}
          >
            Withdraw
          </Button>
        ) : null,
      { width: 100 },
    )
    return [
      col.date('From', (item) => item.effectiveFrom, { width: 100 }),
      col.text('Value', (item) => formatSetting(line, item.value), { wrap: true }),
      ...(canChange && futureIds.size > 0 && line.proposal === null ? [withdrawColumn] : []),
      ...(line.control ? [col.text('Proposed by', (item) => item.proposedByName, { width: 140 })] : []),
      col.text(line.control ? 'Confirmed by' : 'Set by', (item) => item.setByName, { width: 140 }),
      col.date('Set on', (item) => item.setAt, { width: 100 }),
    ]
  }, [line, canChange, remove])
  if (dated.length === 0) return <p>The default has applied from the beginning.</p>
  return (
    <DataTable
      caption={`Values of ${line.label}`}
      rows={dated}
      columns={columns}
      rowKey={(item) => item.settingId}
      plain
      height="none"
    />
  )
}
