import { Alert, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, ask } from '#kernel/web/api.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { forgotPassword, forgotUserName } from '../model/calls.ts'

/** The screen that mails a reset link by user name, or the user name by e-mail address. */
export default function ForgotPassword() {
  return (
    <Screen title="Forgotten password or user name">
      <div className="narrow-form">
        <RequestMailForm
          label="User name"
          name="userName"
          button="Mail me a link"
          send={(userName) => ask(forgotPassword, { query: { userName } }, { quiet: true })}
          done="If this user name is known, a link to choose a new password is on its way. It works for two hours; a newer one ends it. At most three go out in an hour."
        />
        <RequestMailForm
          label="E-mail address"
          name="email"
          button="Mail me my user name"
          send={(email) => ask(forgotUserName, { query: { email } }, { quiet: true })}
          done="If this address is known, its user names are on their way. At most three such mails go out in an hour."
        />
        <Link to="/login">Back to sign-in</Link>
      </div>
    </Screen>
  )
}

function RequestMailForm({
  label,
  name,
  button,
  send,
  done,
}: {
  label: string
  name: string
  button: string
  send: (value: string) => Promise<boolean>
  done: string
}) {
  const [value, setValue] = useState('')
  const [state, setState] = useState<{ text: string; failed: boolean } | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState(null)
    try {
      await send(value)
      setState({ text: done, failed: false })
    } catch (error) {
      setState({
        text: error instanceof ApiError && error.status !== 0 ? error.message : 'Error Contacting Server',
        failed: true,
      })
    }
  }
  return (
    <form onSubmit={submit} className="narrow-form">
      <TextInput
        label={label}
        name={name}
        required
        withAsterisk={false}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {button}
      </Button>
      {state && (
        <Alert color={state.failed ? 'red' : 'green'} role={state.failed ? 'alert' : 'status'}>
          {state.text}
        </Alert>
      )}
    </form>
  )
}
