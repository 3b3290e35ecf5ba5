import { chromium } from 'playwright-core'
const base = 'http://127.0.0.1:4710'
const [,, user, path, file, act, w = '1440', h='900', scheme='light'] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const c = await b.newContext({ viewport: { width: +w, height: +h }, colorScheme: scheme })
const p = await c.newPage()
p.on('pageerror', e => console.log('ERR', e.message.slice(0, 400)))
p.on('console', m => m.type() === 'error' && console.log('CON', m.text().slice(0, 300)))
p.on('response', r => r.status() >= 400 && console.log(r.status(), r.url()))
await p.goto(base + '/#/login'); 
await p.getByLabel('User name').fill(user); await p.getByLabel('Password', { exact: true }).fill('rooftree-demo')
await p.getByRole('button', { name: /sign in|log in/i }).click(); await p.waitForTimeout(1500)
await p.goto(base + '/#' + path); await p.waitForTimeout(2500)
if (act) { const f = new Function('p', 'return (async () => {' + act + '})()'); await f(p); await p.waitForTimeout(1000) }
await p.screenshot({ path: file })
await b.close()
