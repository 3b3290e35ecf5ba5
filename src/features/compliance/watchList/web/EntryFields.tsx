import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { getProgramTypes, getResponsibilityTypes, getTypes, getWeaknessTypes } from '../model/calls.ts'
import { WatchList } from '../model/entities.ts'

/** The fields of an entry that a person enters. */
export const entrySchema = WatchList.row.pick({
  watchListTypeId: true,
  watchListProgramTypeId: true,
  watchListResponsibilityTypeId: true,
  watchListWeaknessTypeId: true,
  entryDate: true,
  cause: true,
  actionPlan: true,
  targetDate: true,
  comment: true,
})

const Field = getField(entrySchema)

/** The form fields of an entry. */
export function EntryFields() {
  const [types, programs] = [useCall(getTypes, {}), useCall(getProgramTypes, {})]
  const [responsibilities, weaknesses] = [useCall(getResponsibilityTypes, {}), useCall(getWeaknessTypes, {})]
  return (
    <>
      <FieldRow>
        <Field
          name="watchListTypeId"
          label="Type"
          kind="choice"
          options={types.map((item) => ({ value: item.watchListTypeId, label: item.name }))}
          width={150}
        />
        <Field
          name="watchListWeaknessTypeId"
          kind="choice"
          options={weaknesses.map((weakness) => ({
            value: weakness.watchListWeaknessTypeId,
            label: weakness.name,
          }))}
          width={220}
        />
        <Field
          name="watchListResponsibilityTypeId"
          kind="choice"
          options={responsibilities.map((responsibility) => ({
            value: responsibility.watchListResponsibilityTypeId,
            label: responsibility.name,
          }))}
          width={150}
        />
        <Field
          name="watchListProgramTypeId"
          kind="choice"
          options={programs.map((program) => ({
            value: program.watchListProgramTypeId,
            label: program.name,
          }))}
          width={220}
        />
      </FieldRow>
      <FieldRow>
        <Field name="entryDate" width={160} />
        <Field name="targetDate" width={160} />
      </FieldRow>
      <Field name="cause" rows={3} />
      <Field name="actionPlan" rows={3} />
      <Field name="comment" rows={3} help="Asked for each month; it does not go on into the next." />
    </>
  )
}
