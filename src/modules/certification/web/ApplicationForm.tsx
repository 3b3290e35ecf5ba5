import { Alert, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useSession } from '#kernel/web/hooks.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormActions } from '#ui/form/formContext.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { flow } from '../model/flow.ts'
import { Documents } from './Documents.tsx'
import { strictSchema, valuesOf } from './formSchema.ts'
import { ProfileSections } from './ProfileSections.tsx'
import { RequestSections } from './RequestSections.tsx'
import { companyPath, type Detail } from './types.ts'
import { useApplicationSaving } from './useApplicationSaving.ts'

const AUTOSAVE_SECONDS = 20

/** An application while its company writes it: saved as it goes, checked as a whole when submitted. */
export function ApplicationForm({ detail: first }: { detail: Detail }) {
  const { latest, known, save, send, refresh } = useApplicationSaving(first)
  const { userId } = useSession()
  const confirm = useConfirm()
  const schema = useMemo(() => strictSchema(() => known.current), [known])
  const values = useMemo(() => valuesOf(first), [first])
  const isNew = latest.managementCompanyAssetCertificationId === 0
  const ask = async () => {
    const text = flow.steps.submit?.confirm ?? ''
    return (await confirm({ title: 'Submit this application?', text, confirmLabel: 'Submit' })).confirmed
  }
  return (
    <Screen
      title={isNew ? 'New certification application' : `Certification application ${latest.applicationNumber}`}
      breadcrumbs={[{ label: `${first.companyName}: certification`, to: companyPath(first) }]}
    >
      {latest.returnReason && (
        <Alert color="red" title="The agency returned this application for correction">
          {latest.returnReason}
        </Alert>
      )}
      {isNew && first.ein !== null && (
        <Alert color="blue" title="Filled with your last application">
          Go through every part, correct what has changed, and sign again. Its documents come along with the first save.
        </Alert>
      )}
      <Form
        schema={schema}
        values={values}
        onSave={save}
        onSubmit={send}
        autosave={AUTOSAVE_SECONDS}
        draftKey={`${userId}/certification/${latest.managementCompanyAssetCertificationId}/${first.managementCompanyId}`}
      >
        <Stack gap="md">
          <ErrorSummary />
          <ProfileSections />
          <RequestSections detail={latest} />
          <Papers detail={latest} known={known} onChanged={refresh} />
          <FormButtons submit="Submit application" confirm={ask} />
        </Stack>
      </Form>
    </Screen>
  )
}

/** The papers; the first one of a new application saves it before. */
function Papers({
  detail,
  known,
  onChanged,
}: {
  detail: Detail
  known: { current: Detail }
  onChanged: () => Promise<void>
}) {
  const { save } = useFormActions()
  const store = async () => ((await save()) ? known.current.managementCompanyAssetCertificationId : 0)
  return <Documents detail={detail} store={store} onChanged={onChanged} />
}
