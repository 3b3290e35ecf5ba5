import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { ApiError } from '#kernel/web/api.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { signInWith } from './signIn.ts'

/** The answer to somebody who must wait before the next attempt. */
const TOO_MANY = 429

/** What is typed, and what becomes of it. */
function useSignIn() {
  const { returnUrl } = useParams()
  const navigate = useNavigate()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await signInWith(userName, password)
      await navigate(safePath(returnUrl), { replace: true })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Error Contacting Server')
      // Who has to wait tries the same again.
      if (!(error instanceof ApiError && error.status === TOO_MANY)) setPassword('')
    } finally {
      setBusy(false)
    }
  }
  return { userName, setUserName, password, setPassword, problem, busy, submit }
}

/** Sign-in; afterwards where the person wanted to go (RTE-04), else home. */
export default function SignIn() {
  const { userName, setUserName, password, setPassword, problem, busy, submit } = useSignIn()
  return (
    <Screen title="Sign in">
      <form onSubmit={submit} className="narrow-form">
        <SessionEnded />
        {problem && (
          <Alert color="red" role="alert" title="You are not signed in">
            {problem}
          </Alert>
        )}
        <TextInput
          label="User name"
          name="userName"
          autoComplete="username"
          required
          withAsterisk={false}
          value={userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        />
        <Button type="submit" loading={busy} fullWidth>
          Sign in
        </Button>
        <Beside />
      </form>
    </Screen>
  )
}

/** Tells who was led here why: nothing they did. */
function SessionEnded() {
  const { state } = useLocation()
  if (!(state as { ended?: boolean } | null)?.ended) return null
  return (
    <Alert color="yellow" role="status" title="Your session has ended">
      Sign in again and you are back where you were. What you had typed into a form there is offered to you.
    </Alert>
  )
}

/** What stands below the form: other ways, and what the portfolio is. */
function Beside() {
  return (
    <>
      <Link to="/forgotPassword">Forgotten your password or user name?</Link>
      <Link to="/CertifiedManagementCompanyAgentList">List of certified management companies</Link>
      <p className="small-print">
        The demonstration portfolio is made of public records of Missouri properties. Reserve accounts, contacts,
        vendors, requests and users in it are invented.
      </p>
    </>
  )
}

/** Only paths of this app are followed, never another address. */
const safePath = (returnUrl: string | undefined): string =>
  returnUrl?.startsWith('/') && !returnUrl.startsWith('//') ? returnUrl : '/'
