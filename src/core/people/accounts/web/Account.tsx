import { Alert, Button, NativeSelect, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { updateSession } from '#kernel/web/session.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { saveStart, updatePassword } from '../model/calls.ts'
import { startScreens } from '../model/entities.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { deviceSecret, signOutNow } from './signIn.ts'

/** The screen of a person's own account: who they are, and a change of password. */
export default function Account() {
  const session = useSession()
  const agency = useIsAgency(true)
  return (
    <Screen title="Your account">
      <Facts
        facts={[
          { label: 'Name', value: session.name },
          { label: 'User name', value: session.userName },
          { label: 'E-mail', value: session.email },
        ]}
      />
      {agency && <StartWith />}
      <ChangePassword userName={session.userName} />
    </Screen>
  )
}

const startLabels: Readonly<Record<(typeof startScreens)[number], string>> = {
  Projects: 'Properties',
  Work: 'Work',
  Portfolio: 'Portfolio',
}

/**
 * Chooses the screen that opens first. The choice is saved on the server immediately and applies on every
 * computer.
 */
function StartWith() {
  const { startsWith = startScreens[0] } = useSession()
  const choose = async (selected: string) => {
    const startScreen = startScreens.find((screen) => screen === selected) ?? startScreens[0]
    const isStored = await ask(saveStart, { body: { startsWith: startScreen } }).catch(() => false)
    if (!isStored) return
    updateSession({ startsWith: startScreen })
    notify(`You start with ${startLabels[startScreen]} from now on.`)
  }
  return (
    <NativeSelect
      className="narrow-form"
      label="Start with"
      description="The screen that opens when you sign in."
      value={startsWith}
      onChange={(event) => void choose(event.currentTarget.value)}
      data={startScreens.map((screen) => ({ value: screen, label: startLabels[screen] }))}
    />
  )
}

function ChangePassword({ userName }: { userName: string }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password !== repeated) return setProblem('The two passwords differ.')
    try {
      await ask(
        updatePassword,
        { body: { userName, currentPassword, newPassword: password, device: deviceSecret() } },
        { quiet: true },
      )
      notify('Your password is changed. Please sign in again.')
      await signOutNow()
    } catch (error) {
      // ERR-07: all the server's field messages, joined.
      setProblem(
        error instanceof ApiError
          ? Object.values(error.fields).flat().join(' ') || error.message
          : 'Error Contacting Server',
      )
    }
  }

  return (
    <form onSubmit={submit} className="narrow-form" aria-labelledby="change-password">
      <h2 id="change-password">Change your password</h2>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <PasswordInput
        label="Present password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={currentPassword}
        onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      />
      <NewPasswordFields
        password={password}
        repeated={repeated}
        onPassword={setPassword}
        onRepeated={setRepeated}
      />
      <Button type="submit">Change password</Button>
    </form>
  )
}
