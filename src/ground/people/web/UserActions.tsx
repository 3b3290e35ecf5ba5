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
import { useStanding } from './words.ts'

type Deed = Action & { run: () => Promise<void> }

const deed = (name: string, label: string, confirm: string, run: Deed['run']): Deed => ({
  name,
  label,
  confirm,
  reason: 'none',
  to: null,
  run,
})
const danger = (one: Deed): Deed => ({ ...one, danger: true })

/** What can be done with an account as a whole: invite again, close, open, remove. Each asks first. */
export function UserActions({ person }: { person: UserDetail }) {
  const keeping = useKeepingDeeds(person)
  const removing = useRemovingDeeds(person)
  const session = useSession()
  // Nobody closes or removes their own account.
  const deeds = person.userId === session.userId ? [] : [...keeping, ...removing]
  const run = (action: Action) => deeds.find((one) => one.name === action.name)?.run() ?? Promise.resolve()
  return <ActionBar actions={deeds} run={run} label="What can be done with this account" />
}

function useKeepingDeeds({ userId, userName, email, version, active, status }: UserDetail): Deed[] {
  const edit = useSend(editUser, { alsoDrops: ['permissions', 'ManagementCompanyUser'], quiet: true })
  const resend = useSend(resendInvite, { quiet: true })
  const set = async (open: boolean) => {
    await edit({ body: { userId, version, active: open } })
    notify(open ? 'The account is open again.' : 'The account is closed.')
  }
  const invite = async () => {
    await resend({ query: { userName } })
    notify(`The invitation goes to ${email}.`)
  }
  const again = `A new link goes to ${email}; the earlier one ends.`
  const close = 'All sessions end at once. What the person holds is kept for later.'
  return [
    ...(status === UserStatus.Invited ? [deed('invite', 'Send the invitation again', again, invite)] : []),
    active
      ? danger(deed('close', 'Deactivate', close, () => set(false)))
      : deed('open', 'Reactivate', 'The person can sign in again and holds what it held.', () => set(true)),
  ]
}

function useRemovingDeeds({ userId, name, managementCompanyId }: UserDetail): Deed[] {
  const { agency } = useStanding()
  const navigate = useNavigate()
  const client = useQueryClient()
  // What this screen shows is not read again: its person may be out of sight by now. What others show is.
  const gone = async (words: string) => {
    for (const key of ['users', 'permissions', 'managementcompanyuser']) {
      client.removeQueries({ queryKey: [key], type: 'inactive' })
      void client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
    }
    await navigate('/users', { replace: true })
    notify(words)
  }
  const takeOff = async () => {
    await ask(removeUserFromUserList, { params: { id: userId } }, { quiet: true })
    await gone(`${name} is off the company’s list.`)
  }
  const remove = async () => {
    await ask(deleteUser, { params: { userId }, query: {} }, { quiet: true })
    await gone(`${name} is removed.`)
  }
  const off = `${name} loses everything held on the company’s properties. Who holds nothing else can no longer sign in.`
  const all = `${name} loses everything and leaves all lists. What was done under this name stays in the history.`
  return [
    ...(managementCompanyId === null ? [] : [danger(deed('takeOff', 'Take off the company’s list', off, takeOff))]),
    ...(agency ? [danger(deed('remove', 'Remove user', all, remove))] : []),
  ]
}
