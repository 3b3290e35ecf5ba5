import { useNavigate } from 'react-router'
import { RequirePropertyAccess } from '#core/portfolio/properties/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { createNewModel, watchListEntries } from '../model/calls.ts'
import { AgencyScreen } from './AgencyScreen.tsx'
import { Figures } from './Entry.tsx'
import { EntryFields, entrySchema } from './EntryFields.tsx'
import { getMonthName } from './MonthChoice.tsx'
import { useWrite } from './useWrite.ts'

/** The screen that adds a property to the watch list of the current month. */
export default function NewEntry() {
  const { propertyId } = useNumericParams('propertyId')
  return (
    <RequirePropertyAccess propertyId={propertyId}>
      <AgencyScreen title="Add to the watch list">
        <NewEntryForm propertyId={propertyId} />
      </AgencyScreen>
    </RequirePropertyAccess>
  )
}

function NewEntryForm({ propertyId }: { propertyId: number }) {
  const model = useCall(createNewModel, { params: { propertyId } })
  const mayWrite = useMay(watchListEntries.create)
  const write = useWrite()
  const navigate = useNavigate()
  const { year, month, triggers } = model
  const values = {
    watchListTypeId: model.watchListTypeId,
    watchListProgramTypeId: null,
    watchListResponsibilityTypeId: null,
    watchListWeaknessTypeId: model.weaknessTypeId,
    entryDate: model.entryDate,
    cause: triggers.map((trigger) => trigger.words).join('. ') || null,
    actionPlan: null,
    targetDate: null,
    comment: null,
  }
  const send = async (payload: Record<string, unknown>) => {
    const body = { ...entrySchema.parse(payload), propertyId, year, month }
    const created = await write(watchListEntries.create, { body: body }, 'The property is on the list.')
    navigate(`/WatchList/${created.watchListId}`, { replace: true })
  }
  return (
    <Screen
      title={`Add to the watch list, ${getMonthName(model)}`}
      of={model.propertyName}
      breadcrumbs={[{ label: 'Watch list', to: '/WatchList' }]}
    >
      <Figures figures={model.figures} />
      {!mayWrite && <p>You may view the watch list, but not add properties.</p>}
      {mayWrite && (
        <Form schema={entrySchema} values={values} onSave={send} strict label="Entry">
          <ErrorSummary />
          <EntryFields />
          <FormButtons save="Add it" primary />
        </Form>
      )}
    </Screen>
  )
}
