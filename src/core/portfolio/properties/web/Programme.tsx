import { useMemo } from 'react'
import { z } from 'zod'
import { federalTypes } from '#core/platform/lookups/model/index.ts'
import { day, number, ref, requiredText } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { isTaxCreditOnly, setFederalTypes, setLihtcNumbers } from '../model/contentCalls.ts'
import styles from './property.module.css'
import { requireValue } from './required.ts'
import { useSaveVersion } from './saveVersion.ts'
import type { PropertyDetail } from './types.ts'
import { useWrite } from './useWrite.ts'

const typeSchema = z.object({
  federalTypes: z
    .array(
      z.object({
        federalTypeId: requireValue(ref('Federal type', 'FederalType')),
        unitsCovered: number('Units covered', 0, 5000),
        endsOn: day('Ends on'),
      }),
    )
    .meta({ label: 'Federal types', noun: 'Federal type' }),
})

const TypeLineItems = getLineItems(typeSchema)

const numberSchema = z.object({
  lihtcNumbers: z
    .array(z.object({ lihtcNumber: requiredText('LIHTC number', 30) }))
    .meta({ label: 'LIHTC numbers', noun: 'Number' }),
})

const NumberLineItems = getLineItems(numberSchema)

const numberColumns = [{ name: 'lihtcNumber' }] as const

type ProgramProps = { detail: PropertyDetail; editable: boolean }

/** The forms for a property's federal types and LIHTC numbers. */
export function Program({ detail, editable }: ProgramProps) {
  const only = useCall(isTaxCreditOnly, { params: { propertyId: detail.propertyId } })
  return (
    <div className={styles.panel}>
      {only && <p className={styles.note}>Tax credits are the only federal types of this property.</p>}
      <FederalTypes detail={detail} editable={editable} />
      <LihtcNumbers detail={detail} editable={editable} />
    </div>
  )
}

function FederalTypes({ detail, editable }: ProgramProps) {
  const write = useWrite()
  const all = useCall(federalTypes.getAll, {})
  const values = useMemo(() => ({ federalTypes: detail.federalTypes, version: detail.version }), [detail])
  const presentVersion = useSaveVersion(values)
  const columns = useMemo(
    () =>
      [
        {
          name: 'federalTypeId',
          options: all.map((type) => ({ value: type.federalTypeId, label: type.name })),
        },
        { name: 'unitsCovered', width: 150 },
        { name: 'endsOn', width: 170 },
      ] as const,
    [all],
  )
  const save = async (payload: Record<string, unknown>) => {
    const { federalTypes: lines, version } = payload as z.infer<typeof typeSchema> & { version: number }
    const selected = lines.map((line) => ({ ...line, federalTypeId: line.federalTypeId ?? 0 }))
    const parts = {
      params: { propertyId: detail.propertyId },
      body: { federalTypes: selected, version: presentVersion(version) },
    }
    await write(setFederalTypes, parts, 'The federal types are saved.')
  }
  return (
    <Form schema={typeSchema} values={values} onSave={save} strict readOnly={!editable} label="Federal types">
      <ErrorSummary />
      <TypeLineItems
        name="federalTypes"
        columns={columns}
        blank={{ federalTypeId: null, unitsCovered: null, endsOn: null }}
        maxLines={50}
      />
      <FormButtons save="Save federal types" primary />
    </Form>
  )
}

function LihtcNumbers({ detail, editable }: ProgramProps) {
  const write = useWrite()
  const values = useMemo(
    () => ({
      lihtcNumbers: detail.lihtcNumbers.map((lihtcNumber) => ({ lihtcNumber })),
      version: detail.version,
    }),
    [detail],
  )
  const presentVersion = useSaveVersion(values)
  const save = async (payload: Record<string, unknown>) => {
    const { lihtcNumbers, version } = payload as z.infer<typeof numberSchema> & { version: number }
    const parts = {
      params: { propertyId: detail.propertyId },
      body: { lihtcNumbers: lihtcNumbers.map((line) => line.lihtcNumber), version: presentVersion(version) },
    }
    await write(setLihtcNumbers, parts, 'The LIHTC numbers are saved.')
  }
  return (
    <Form
      schema={numberSchema}
      values={values}
      onSave={save}
      strict
      readOnly={!editable}
      label="LIHTC numbers"
    >
      <ErrorSummary />
      <NumberLineItems
        name="lihtcNumbers"
        columns={numberColumns}
        blank={{ lihtcNumber: '' }}
        maxLines={50}
      />
      {editable && (
        <p className={styles.note}>
          Where the property has no agency number, the first number is shown instead.
        </p>
      )}
      <FormButtons save="Save LIHTC numbers" primary />
    </Form>
  )
}
