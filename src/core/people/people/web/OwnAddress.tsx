import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { updateSession } from '#kernel/web/session.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { editUser } from '../model/calls.ts'
import type { UserDetail } from '../model/entities.ts'

/**
 * The form for the person's own e-mail address. It asks for the password, because links that set a password
 * go to this address.
 */
export function OwnAddress({ person }: { person: UserDetail }) {
  const session = useSession()
  return person.userId === session.userId ? <AddressForm key={person.version} person={person} /> : null
}

/** The state of the address form and its result. */
function useAddress({ userId, version, email }: UserDetail) {
  const edit = useSend(editUser, { alsoDrops: ['permissions', 'ManagementCompanyUser'], quiet: true })
  const [address, setAddress] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    try {
      await edit({ body: { userId, version, email: address, currentPassword: password } })
      updateSession({ email: address })
      notify(`Mail for you goes to ${address} from now on. ${email} gets a notice.`)
    } catch (error) {
      setPassword('')
      setProblem(error instanceof ApiError ? error.message : 'Error Contacting Server')
    }
  }
  return { address, setAddress, password, setPassword, problem, submit }
}

function AddressForm({ person }: { person: UserDetail }) {
  const { address, setAddress, password, setPassword, problem, submit } = useAddress(person)
  return (
    <form onSubmit={submit} className="narrow-form" aria-labelledby="change-address">
      <h2 id="change-address">Change your e-mail address</h2>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <TextInput
        label="New e-mail address"
        description={`Now ${person.email}. That address gets a notice of the change.`}
        type="email"
        autoComplete="email"
        required
        withAsterisk={false}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      />
      <Button type="submit" variant="default">
        Change address
      </Button>
    </form>
  )
}
