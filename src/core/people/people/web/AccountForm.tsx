import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { editUser, register } from '../model/calls.ts'
import type { UserDetail } from '../model/entities.ts'
import { AccountFields } from './AccountFields.tsx'
import {
  type AccountValues,
  accountSchema,
  createBlankAccount,
  getAccountPayload,
  getAccountValues,
  isAgencyRole,
  newAccountSchema,
} from './accountSchema.ts'
import { OpenCreated } from './OpenCreated.tsx'
import { usePeopleRights } from './words.ts'

/** The form of an existing account; read-only unless `editable`. */
export function AccountForm({ person, editable }: { person: UserDetail; editable: boolean }) {
  const send = useSend(editUser, { alsoDrops: ['permissions', 'ManagementCompanyUser'], quiet: true })
  const session = useSession()
  const values = useMemo(() => getAccountValues(person), [person])
  const save = async (payload: Record<string, unknown>) => {
    const { version } = payload as { version: number }
    const saved = await send({
      body: { ...getAccountPayload(payload as AccountValues), version, userId: person.userId },
    })
    notify('The account is saved.')
    return getAccountValues(saved)
  }
  return (
    <Form schema={accountSchema} values={values} onSave={save} strict readOnly={!editable} label="Account">
      <ErrorSummary />
      <AccountFields own={person.userId === session.userId} />
      <FormButtons save="Save account" primary />
    </Form>
  )
}

/**
 * The form of a new account, which it stores and invites. The address may name the company
 * (`?managementCompanyId=`).
 */
export function NewAccountForm() {
  const send = useSend(register, { quiet: true })
  const { agency } = usePeopleRights()
  const [query] = useSearchParams()
  const company = Number(query.get('managementCompanyId')) || null
  const [created, setCreated] = useState<number | null>(null)
  const values = useMemo(
    () => ({ ...createBlankAccount(agency ? company : null), rightsAsOf: null }),
    [agency, company],
  )
  const save = async (payload: Record<string, unknown>) => {
    const account = getAccountPayload(payload as AccountValues)
    const rightsAsOf = isAgencyRole(account.role) ? null : (payload.rightsAsOf as number | null)
    const person = await send({ body: { ...account, rightsAsOf } })
    notify(`The invitation goes to ${person.email}.`)
    setCreated(person.userId)
  }
  return (
    <Form schema={newAccountSchema} values={values} onSave={save} strict label="New account">
      <ErrorSummary />
      <AccountFields fresh />
      <FormButtons save="Invite" primary />
      <OpenCreated userId={created} />
    </Form>
  )
}
