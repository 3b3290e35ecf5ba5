import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { resetPassword, validatePasswordResetToken } from '../model/calls.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { deviceSecret } from './signIn.ts'

/** The screen behind a mailed link, which carries user name and token, to choose a new password. */
export default function ResetPassword() {
  const [query] = useSearchParams()
  const userName = query.get('userName') ?? ''
  const token = query.get('token') ?? ''
  const { data: isUsable, isPending } = useQuery({
    queryKey: ['users', 'reset link', userName, token],
    queryFn: () =>
      userName && token
        ? ask(validatePasswordResetToken, { body: { userName, token } }, { quiet: true })
        : false,
  })
  if (isPending) return <ScreenSkeleton rows={3} />
  return (
    <Screen title="Choose a password">
      {isUsable ? (
        <ChoosePasswordForm userName={userName} token={token} />
      ) : (
        <div className="narrow-form">
          <Alert color="yellow">This link has been used or is too old.</Alert>
          <Link to="/forgotPassword">Ask for a new one</Link>
        </div>
      )}
    </Screen>
  )
}

function ChoosePasswordForm({ userName, token }: { userName: string; token: string }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const body = { userName, token, password, confirmPassword: repeated, device: deviceSecret() }
      await ask(resetPassword, { body }, { quiet: true })
      notify('Your password is changed. Please sign in.')
      await navigate('/login')
    } catch (error) {
      setProblem(
        error instanceof ApiError
          ? Object.values(error.fields).flat().join(' ') || error.message
          : 'Error Contacting Server',
      )
    }
  }
  return (
    <form onSubmit={submit} className="narrow-form">
      <p>For {userName}</p>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
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
