import { Alert, Fieldset, Stack } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { MissingTypes } from '#ground/contacts/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { useSession } from '#kernel/web/hooks.ts'
import { notify } from '#kernel/web/notices.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { getRequest, requestStatus, updateContactChange } from '../model/calls.ts'
import { flow } from '../model/flow.ts'
import { ChangeLines } from './ChangeLines.tsx'
import styles from './contacts.module.css'
import { type FormValues, formValuesOf, strictSchema } from './formSchema.ts'
import { RequestDocuments } from './RequestDocuments.tsx'
import type { Detail } from './types.ts'

const AUTOSAVE_SECONDS = 30

/** Saving and submitting; `latest` is the request as the server last told it. */
function useSaving(first: Detail, query: QueryKey) {
  const client = useQueryClient()
  const [latest, setLatest] = useState(first)
  const known = useRef(first)
  const accept = useCallback(
    (detail: Detail) => {
      known.current = detail
      setLatest(detail)
      client.setQueryData(query, detail)
      return formValuesOf(detail)
    },
    [client, query],
  )
  useEffect(() => {
    // A colleague saved it meanwhile; the form has taken over what it could.
    if (first.version > known.current.version) accept(first)
  }, [first, accept])
  const save = useCallback(
    async (sent: Record<string, unknown>) => {
      const { reason, lines } = sent as unknown as FormValues
      const { contactChangeRequestId, propertyId, managementCompanyId, version } = known.current
      const request = contactChangeRequestId
        ? { contactChangeRequestId, reason, version }
        : { propertyId, managementCompanyId, reason }
      const kept = lines.map(({ oldValues: _, ...line }) => ({
        ...line,
        newValues: line.kind === 'End' ? null : line.newValues,
      }))
      return accept(await ask(updateContactChange, { body: { request, lines: kept } }, { quiet: true }))
    },
    [accept],
  )
  const send = useCallback(
    async (sent: Record<string, unknown>) => {
      await save(sent)
      const { contactChangeRequestId: id, version } = known.current
      await ask(requestStatus.submit, { params: { id }, body: { version } }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['contactchangerequest'] })
      notify('The request is submitted.')
    },
    [client, save],
  )
  const refresh = useCallback(async () => {
    const requestId = known.current.contactChangeRequestId
    accept(await ask(getRequest, { params: { requestId } }, { quiet: true }))
  }, [accept])
  return { latest, known, save, send, refresh }
}

/** A request while its company writes it: saved as it goes, checked as a whole when submitted. */
export function RequestForm({
  detail: first,
  query,
  back,
}: {
  detail: Detail
  /** Under which the screen reads the request. */
  query: QueryKey
  back: { label: string; to: string }
}) {
  const { latest, known, save, send, refresh } = useSaving(first, query)
  const { userId } = useSession()
  const confirm = useConfirm()
  const schema = useMemo(() => strictSchema(() => known.current), [known])
  const values = useMemo(() => formValuesOf(first), [first])
  const stored = latest.contactChangeRequestId > 0
  const asked = async () =>
    (await confirm({ title: 'Submit this request?', text: flow.steps.submit?.confirm ?? '', confirmLabel: 'Submit' }))
      .confirmed
  return (
    <Screen
      title={stored ? `Contact change request ${latest.requestNumber}` : 'New contact change request'}
      breadcrumbs={[back]}
    >
      <div className={styles.panel}>
        <p className={styles.note}>
          {first.subject}. Say what changes; the contacts stay as they are until the agency approves.
        </p>
        {latest.returnReason && (
          <Alert color="red" title="The agency returned this request for correction">
            {latest.returnReason}
          </Alert>
        )}
        <MissingTypes types={first.missingTypes} />
        <Form
          schema={schema}
          values={values}
          onSave={save}
          onSubmit={send}
          autosave={AUTOSAVE_SECONDS}
          draftKey={`${userId}/ContactChange/${first.managementCompanyId ?? 0}/${first.propertyId ?? 0}`}
        >
          <Stack gap="md">
            <ErrorSummary />
            <Fieldset legend="Request">
              <Field name="reason" rows={2} required />
            </Fieldset>
            <ChangeLines detail={latest} />
            <RequestDocuments detail={latest} editable onChanged={refresh} />
            {!stored && first.propertyId !== null && (
              <p className={styles.note}>Documents can be added once the request is saved.</p>
            )}
            <FormButtons submit="Submit request" confirm={asked} />
          </Stack>
        </Form>
      </div>
    </Screen>
  )
}
