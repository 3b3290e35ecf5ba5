import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Action } from '#kernel/model/workflow.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { deleteUser, editUser, removeUserFromUserList, resendInvite } from '../model/calls.ts'
import type { UserDetail } from '../model/entities.ts'
import { UserStatus } from '../model/rules.ts'
import { usePeopleRights } from './words.ts'

type RowAction = Action & { run: () => Promise<void> }

const createAction = (name: string, label: string, confirm: string, run: RowAction['run']): RowAction => ({
  name,
  label,
  confirm,
  reason: 'none',
  to: null,
  run,
})
const markDangerous = (rowAction: RowAction): RowAction => ({ ...rowAction, danger: true })

/** The actions on an account as a whole: invite again, close, reopen, remove. Each asks for confirmation. */
export function UserActions({ person }: { person: UserDetail }) {
  const accountActions = useAccountActions(person)
  const removeActions = useRemoveActions(person)
  const session = useSession()
  // People cannot close or remove their own account.
  const actions = person.userId === session.userId ? [] : [...accountActions, ...removeActions]
  const run = (action: Action) =>
    actions.find((rowAction) => rowAction.name === action.name)?.run() ?? Promise.resolve()
  return <ActionBar actions={actions} run={run} label="What can be done with this account" />
}

function useAccountActions({ userId, userName, email, version, active, status }: UserDetail): RowAction[] {
  const edit = useSend(editUser, { alsoDrops: ['permissions', 'ManagementCompanyUser'], quiet: true })
  const resend = useSend(resendInvite, { quiet: true })
  const setActive = async (open: boolean) => {
    await edit({ body: { userId, version, active: open } })
    notify(open ? 'The account is open again.' : 'The account is closed.')
  }
  const invite = async () => {
    await resend({ query: { userName } })
    notify(`The invitation goes to ${email}.`)
  }
  const again = `A new link goes to ${email}; the earlier one ends.`
  const close = 'All sessions end at once. Rights are saved for later.'
  return [
    ...(status === UserStatus.Invited
      ? [createAction('invite', 'Send the invitation again', again, invite)]
      : []),
    active
      ? markDangerous(createAction('close', 'Deactivate', close, () => setActive(false)))
      : createAction(
          'open',
          'Reactivate',
          'The person can sign in again, with the same rights as before.',
          () => setActive(true),
        ),
  ]
}

function useRemoveActions({ userId, name, managementCompanyId }: UserDetail): RowAction[] {
  const { agency } = usePeopleRights()
  const navigate = useNavigate()
  const client = useQueryClient()
  // This screen's data is not read again, because its person may be invisible by now. Other screens refetch
  // theirs.
  const leaveScreen = async (text: string) => {
    for (const key of ['users', 'permissions', 'managementcompanyuser']) {
      client.removeQueries({ queryKey: [key], type: 'inactive' })
      void client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
    }
    await navigate('/users', { replace: true })
    notify(text)
  }
  const removeFromCompany = async () => {
    await ask(removeUserFromUserList, { params: { id: userId } }, { quiet: true })
    await leaveScreen(`${name} is off the company’s list.`)
  }
  const remove = async () => {
    await ask(deleteUser, { params: { userId }, query: {} }, { quiet: true })
    await leaveScreen(`${name} is removed.`)
  }
  const off = `${name} loses all rights on the company’s properties, and can no longer sign in unless there are rights elsewhere.`
  const all = `${name} loses everything and leaves all lists. What was done under this name stays in the history.`
  return [
    ...(managementCompanyId === null
      ? []
      : [markDangerous(createAction('takeOff', 'Take off the company’s list', off, removeFromCompany))]),
    ...(agency ? [markDangerous(createAction('remove', 'Remove user', all, remove))] : []),
  ]
}
