import { Button, Group } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormValues, PartProps } from '#engines/review/web/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import type { AllowanceDetail } from '../model/allowances.ts'
import { heatings, type UtilityAllowance, utilities } from '../model/entities.ts'
import { type AllowanceRowResult, computeRow, copyPriorLines } from '../model/rows.ts'
import { blankRow, type formLines, toFormRow, toLineInput } from './formLines.ts'
import { GrossMark, GrossTable } from './Gross.tsx'
import { SourceDocuments } from './SourceDocuments.tsx'
import styles from './utilityAllowance.module.css'

type AllowanceValues = FormValues<typeof UtilityAllowance, typeof formLines>
const LineItems = getLineItems<AllowanceValues>()
const Field = getField<AllowanceValues>()

/**
 * The form of a quarter: a line for each unit type with its gross rent against the limit, documents and
 * comments.
 */
export function AllowanceForm({
  detail,
  refresh,
  known,
}: PartProps<AllowanceDetail> & { known: { current: AllowanceDetail } }) {
  const rows = useRows(detail)
  const columns = useMemo(() => getColumns(detail), [detail])
  const marks = useMemo(
    () => ({
      label: 'Gross rent and limit',
      width: 150,
      render: (index: number) => <GrossMark grosses={rows[index]?.grosses ?? []} />,
    }),
    [rows],
  )
  const details = useCallback((index: number) => <LineDetails index={index} row={rows[index]} />, [rows])
  return (
    <>
      <NoChange detail={detail} />
      <LineItems
        name="lines"
        columns={columns}
        blank={blankRow}
        maxLines={100}
        marks={marks}
        paste={pasteOnlyFields}
        renderDetail={details}
        detailLabel="Utilities and limits"
      />
      <SourceDocuments detail={detail} refresh={refresh} known={known} rows={rows} />
      <Field name="comments" rows={3} />
    </>
  )
}

/** Returns all lines with the values computed from the current input. */
function useRows(detail: AllowanceDetail): readonly AllowanceRowResult[] {
  const { form } = useFormParts<AllowanceValues>()
  const lines = useWatch({ control: form.control, name: 'lines' })
  return useMemo(() => (lines ?? []).map((line) => computeRow(toLineInput(line), detail)), [lines, detail])
}

/** The button and key that fill all lines with the last approved values. */
function NoChange({ detail }: { detail: AllowanceDetail }) {
  const { form } = useFormParts<AllowanceValues>()
  const { prior, priorQuarter } = detail
  const fill = () => {
    form.setValue('lines', copyPriorLines(prior).map(toFormRow), { shouldDirty: true })
    form.setValue('noChange', true, { shouldDirty: true })
    notify(`Filled as approved for ${priorQuarter?.toLowerCase()}. Submit when it is right.`)
  }
  useKeys(
    'Utility allowances',
    prior.length > 0 ? [{ key: '=', label: 'No change since the last quarter', run: fill }] : [],
  )
  if (prior.length === 0) return null
  return (
    <Group gap="md">
      <Button variant="default" onClick={fill}>
        No change since {priorQuarter?.toLowerCase()}
      </Button>
      <Field name="noChange" />
    </Group>
  )
}

const toOptions = (all: readonly { id: number; name: string; active: boolean }[]) =>
  all.filter((item) => item.active).map(({ id, name }) => ({ value: id, label: name }))

const getColumns = ({ unitTypes, sources, authorities }: AllowanceDetail) =>
  [
    {
      name: 'projectRoomTypeId',
      width: 150,
      required: true,
      options: unitTypes.map((unitType) => ({ value: unitType.projectRoomTypeId, label: unitType.name })),
      headings: ['Bedrooms', 'Unit type'],
    },
    { name: 'schedule', width: 140, headings: ['Building', 'Structure'] },
    { name: 'utilityAllowance', width: 110, required: true, rounding: false, headings: ['Allowance', 'UA'] },
    {
      name: 'source',
      required: true,
      options: toOptions(sources.map((source) => ({ ...source, id: source.utilityAllowanceSourceId }))),
      headings: ['Method'],
    },
    {
      name: 'rentControllingAuthorityId',
      width: 180,
      required: true,
      options: toOptions(
        authorities.map((authority) => ({ ...authority, id: authority.rentControllingAuthorityId })),
      ),
      headings: ['Authority'],
    },
    { name: 'effectiveDate', width: 132, required: true, headings: ['Effective date'] },
  ] as const

/** Fields that may be pasted in addition to the columns. */
const pasteOnlyFields = [{ name: 'comments', headings: ['Comment'] }] as const

/**
 * The details below a unit type: the utilities that the tenant pays, heating, comments, and every rent
 * against its limit.
 */
function LineDetails({ index, row }: { index: number; row: AllowanceRowResult | undefined }) {
  const path = <Name extends string>(name: Name) => `lines.${index}.${name}` as const
  return (
    <div className={styles.details}>
      <fieldset>
        <legend>The tenant pays; the owner pays the others</legend>
        <div className={styles.boxes}>
          {utilities.map((name) => (
            <Field key={name} name={path(`pays.${name}`)} />
          ))}
        </div>
      </fieldset>
      <FieldRow>
        <Field
          name={path('heating')}
          options={heatings.map((heating) => ({ value: heating, label: heating }))}
          width={240}
        />
        <Field name={path('comments')} />
      </FieldRow>
      {row && <GrossTable grosses={row.grosses} />}
    </div>
  )
}
