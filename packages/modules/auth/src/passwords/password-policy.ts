import { PlatformError } from '@plinth/core'
import { z } from 'zod'

/** Requirements for new passwords (decision: Passwords). Lengths are in UTF-16 code units. */
export interface PasswordPolicy {
  readonly minLength: number
  readonly maxLength: number
  readonly requireDigit: boolean
  /** One of `A-Z`. */
  readonly requireUpper: boolean
  /** One character outside `A-Z`, `a-z`, `0-9`. */
  readonly requireSpecial: boolean
  /** Tests whether a password is too common; `() => false` disables the check. */
  readonly isCommon: (password: string) => boolean
}

/** A rule that a password violates. Never contains the password. */
interface PasswordIssue {
  readonly rule: PasswordRule
  readonly message: string
}
/** Names of the rules, as listed in `params.rules` of the zod issue. */
type PasswordRule = 'minLength' | 'maxLength' | 'digit' | 'upper' | 'special' | 'common'

/** Creates a policy from the defaults and the host's options. Throws `broken_setup` if no password could satisfy it. */
export function definePasswordPolicy(options: Partial<PasswordPolicy> = {}): PasswordPolicy {
  const policy = {
    minLength: 8,
    maxLength: 128,
    requireDigit: true,
    requireUpper: true,
    requireSpecial: true,
    isCommon: isCommonPassword,
    ...options,
  }
  const { minLength, maxLength } = policy
  if (minLength >= 1 && minLength <= maxLength) return Object.freeze(policy)
  throw new PlatformError('broken_setup', `The password policy asks for ${minLength} to ${maxLength} characters`)
}

/** The rules that a password violates, in the order of the policy; empty if it is valid. */
export function checkPassword(policy: PasswordPolicy, password: string): PasswordIssue[] {
  const issues: PasswordIssue[] = []
  const demand = (isMet: boolean, rule: PasswordRule, message: string) => isMet || issues.push({ rule, message })
  demand(password.length >= policy.minLength, 'minLength', `Use at least ${policy.minLength} characters`)
  demand(password.length <= policy.maxLength, 'maxLength', `Use at most ${policy.maxLength} characters`)
  demand(!policy.requireDigit || /\d/.test(password), 'digit', 'Use at least one digit')
  demand(!policy.requireUpper || /[A-Z]/.test(password), 'upper', 'Use at least one upper-case letter')
  demand(!policy.requireSpecial || /[^A-Za-z\d]/.test(password), 'special', 'Use at least one special character')
  demand(password.length > policy.maxLength || !policy.isCommon(password), 'common', 'This password is too common')
  return issues
}

/**
 * A zod string for new passwords. Its issues are the published ones: a `custom` issue with one general message, whose
 * `params.rules` lists the violated rules, preceded by `too_small` or `too_big` if the length is wrong.
 */
export function passwordSchema(policy: PasswordPolicy) {
  return z
    .string()
    .min(policy.minLength, MESSAGE)
    .max(policy.maxLength, MESSAGE)
    .superRefine((password, context) => {
      const rules = checkPassword(policy, password).map((issue) => issue.rule)
      if (rules.length > 0) context.addIssue({ code: 'custom', message: MESSAGE, params: { rules } })
    })
}

const MESSAGE = 'Password does not meet the requirements.'

/**
 * Whether a password is in the built-in list: a well-known word, name or keyboard pattern in any case and with the usual letter
 * substitutions (`P@ssw0rd`), alone or with up to four digits and three symbols on either side; or one of the patterns that mix
 * both. The list has about 1,400 entries, each covering all of these variations.
 */
function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if (lower.length > LONGEST) return false
  if (PATTERNS.has(lower)) return true
  const bare = lower.replace(LEADING, '')
  return isDressedWord(lower) || (bare !== lower && isDressedWord(bare))
}

function isDressedWord(text: string): boolean {
  for (let end = text.length; end >= SHORTEST_WORD; end -= 1) {
    if (TRAILING.test(text.slice(end)) && WORDS.has(fold(text.slice(0, end)))) return true
  }
  return false
}

/** Maps letters that are commonly substituted to a single one: `p@ssw0rd` and `password`, `1etme!n` and `letmein`. */
function fold(text: string): string {
  return text.replaceAll(/[@4013!5$7l]/g, (character) => SWAPS[character] ?? character)
}

const SWAPS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  l: 'i',
  '3': 'e',
  '5': 's',
  $: 's',
  '7': 't',
}

const SHORTEST_WORD = 3
const LONGEST = 40
const LEADING = /^[\d!@#$%^&*.?_+-]{1,4}/
const TRAILING = /^[!@#$%^&*.?_+-]{0,3}(?:\d{1,4}|12345\d{0,5})?[!@#$%^&*.?_+-]{0,3}$/

const PATTERNS: ReadonlySet<string> = new Set(
  `
1qaz@wsx 1qaz2wsx 1qaz!qaz 1qaz@wsx3edc 1qaz2wsx3edc 1qaz@wsx#edc !qaz2wsx !qaz1qaz !qaz@wsx 2wsx#edc 2wsx@wsx
3edc$rfv zaq!2wsx zaq12wsx zaq1@wsx zaq1!qaz zaq!xsw@ zaq1xsw2 !qazxsw2 qaz!@#wsx qaz123wsx! q1w2e3r4 q1w2e3r4!
q1w2e3r4t5 q1w2e3r4t5! q1w2e3r4t5y6 q!w@e#r$ q!w@e3r4 q1w2e3!@# 1q2w3e4r 1q2w3e4r! 1q2w3e4r5t 1q2w3e4r5t!
1q2w3e4r5t6y 1q2w3e!@# !q2w3e4r !q@w#e$r 1q@w3e4r a1b2c3d4 a1b2c3d4! a1s2d3f4 a1s2d3f4! a!s2d3f4 a123456! a123456@
a12345678! a123456789! aa123456 aa123456! aa123456@ aa12345678! aa@123456 aaa111!! aaaa1111! aaa123!@# ab123456!
abc123!@# abc!@#123 abcd!234 abcd1234!@ abc123abc! qwe123!@# qwe!@#123 qwe123asd! qwer!@#$ qwer1234!@#$ q1q1q1q1!
qqq111!! qwerty!@#$% qwerty12345! qwerty123456! asd123!@# asdf!@#$ asdf1234!@ asd123asd! zxc123!@# zxcv!@#$
zxcv1234! 123qwe!@# 123qwe!! 123qweasd! 123qweasd!@# !@#123qwe !@#qwe123 1234qwer! 1234qwer!@ 1234qwer!@#$
!@#$1234qwer 12345qwert! 123abc!@# 123abc!! 1234abcd! 123asd!@# 123456a! 123456a@ 123456aa! 123456ab! 123456abc!
1234567a! 12345678a! 12345678a@ 123456789a! 123456789a@ 123456789abc! 1234567890a! 12345a! 12345aa! 111111a!
11111111a! 112233aa! 123123a! 123123aa! 123321a! 123321aa! 147258aa! 159753aa! 12qwaszx! 12qw!@qw 12qw34er! !@12qwas
1a2b3c4d! 1a2s3d4f! 1z2x3c4v! z1x2c3v4! z1x2c3v4b5! 1password! 1letmein! 1qwerty! !1password 007bond! agent007!
bond007! blink182! sum41sum! u2forever! 4ever4u! 4everyours! ilove2you! iloveyou2! iloveyou4ever! love4ever!
me4ever! me2you2! 2cool4u! 2fast2furious! b4ever! l0ve4u! fuckyou2! trustno1! trustno1!! trustn01! jesus1st! god1st!
no1knows! c3po-r2d2 r2d2c3po! r2d2-c3po thx1138! ncc1701! ncc-1701d ncc1701d! ncc-1701! catch22! route66! area51!
windows95! windows98! windows2000! winxp123! office365! server2019! mp3player! ps3ps4ps5! 3doorsdown! 50cent50!
maroon5! level42! h2o4life! password1password! pass1word! pass!word1 pass@word1 pass@word123 pass#word1 p@55w0rd!
p4ssw0rd1! pa$$word1 pa55word! pa55w0rd! adm1n1str@t0r admin1admin! admin!23 admin@admin1 admin123admin! root@root1
root123root! test1test! test@test1 test123test! user1user! user@user1 demo1demo! welcome2you! welcome@home1
hello1world! hello123world! letme1n! letm31n! changem3! ch@ng3m3 l3tm31n! w3lc0me! s3cur1ty! qw3rty! q1werty!
1q1q1q1q! xxx111!! zzz111!!
`
    .trim()
    .split(/\s+/),
)

const WORDS: ReadonlySet<string> = new Set(
  `
abc abcd abcde abcdef abcdefg abcdefgh aaa aaaa aaaaaa abcabc asd asdf asdfg asdfgh asdfghj asdfghjkl asdasd asdqwe
qaz qazwsx qazwsxedc qwe qweasd qweasdzxc qweqwe qwer qwert qwerty qwertyu qwertyuiop qwertz qwertzuiop azerty
azertyuiop wasd zaq zaqwsx zxc zxcv zxcvb zxcvbn zxcvbnm zxczxc poiuyt lkjhgf mnbvcxz dvorak xxx xxxx xxxxxx zzz
zzzz password passwort passwd passphrase passcode passkey pass haslo motdepasse contrasena senha parola wachtwoord
losenord salasana mypassword mypass newpassword newpass oldpassword temppassword userpassword adminpassword
defaultpassword changeme changeit changethis changenow pleasechange letmein letmeinnow openup opensesame sesame
welcome welcomeback welcomehome willkommen bienvenue bienvenido bienvenidos witaj witamy hello hellohello helloworld
hellothere hola bonjour hallo ciao aloha namaste goodbye goodmorning goodnight login logon signin signup access
enter unlock guest visitor anonymous nobody trustno trustnoone trustme iloveyou iloveu ilovegod ilovejesus ilovemom
ilovemydog kochamcie jetaime teamo tequiero loveyou loveme lovely lovelove lover love forever together whatever
nothing something anything everything admin administrator administrateur administrador sysadmin superadmin superuser
root toor master user username users owner operator manager support service services helpdesk webmaster hostmaster
postmaster info office staff employee employer account accounts accounting billing finance sales marketing customer
customers client clients vendor supplier company corporate business enterprise team project default temporary temp
test tester testing testtest teste demo sample example dummy trial initial setup install installer config system
server database backup oracle mysql postgres postgresql mongodb redis docker kubernetes jenkins gitlab github ubuntu
debian centos redhat fedora linux unix windows microsoft outlook exchange apple iphone ipad macbook android google
gmail yahoo hotmail facebook instagram twitter linkedin youtube whatsapp snapchat tiktok amazon netflix spotify
paypal ebay samsung nokia sony toshiba lenovo cisco router network internet wireless wifi computer laptop desktop
keyboard monitor printer mobile phone telephone security secure private public developer development production
staging programmer engineer hacker hackme matrix cyber digital website webapp spring summer autumn fall winter
printemps automne hiver primavera verano invierno sommer herbst fruhling wiosna lato jesien zima january february
march april may june july august september october november december januar februar maerz juni juli oktober dezember
janvier fevrier avril juin juillet aout septembre octobre novembre decembre enero febrero marzo abril mayo junio
julio agosto septiembre octubre noviembre diciembre monday tuesday wednesday thursday friday saturday sunday montag
dienstag mittwoch donnerstag freitag samstag sonntag weekend holiday vacation christmas xmas easter halloween
thanksgiving newyear birthday happynewyear football soccer baseball basketball hockey tennis golf golfer cricket
rugby volleyball swimming running cycling skiing snowboard surfing fishing hunting racing boxing wrestling gymnast
chess poker casino lucky jackpot winner champion champions victory gamer gaming player playboy playstation xbox
nintendo pokemon pikachu minecraft fortnite roblox warcraft starcraft counterstrike callofduty zelda mario sonic
tetris diablo liverpool arsenal chelsea everton manchester manutd barcelona realmadrid madrid juventus milan
intermilan bayern dortmund ajax celtic rangers benfica porto galatasaray fenerbahce besiktas flamengo palmeiras
corinthians boca riverplate lakers bulls celtics warriors yankees redsox dodgers giants cubs mets phillies braves
cardinals steelers cowboys packers patriots eagles raiders broncos ravens dolphins redskins bears panthers falcons
saints vikings chargers hawkeyes buckeyes wolverines gators longhorns tigers lions dragon monkey tiger lion panther
leopard cheetah jaguar eagle falcon hawk phoenix wolf wolves bear panda koala dolphin whale shark turtle snake cobra
viper python spider scorpion butterfly ladybug bee horse horses pony unicorn pegasus rabbit bunny kitty kitten
kittens puppy puppies doggy doggie dog cat cats dogs mouse mickey minnie hamster squirrel penguin chicken duck
donkey cowboy elephant giraffe zebra gorilla chimp flower flowers rose roses lily daisy jasmine orchid tulip
sunflower lavender garden forest mountain river ocean island beach desert jungle sunshine sunrise sunset sunny
rainbow thunder lightning storm snow snowball snowman snowflake winterland star stars starlight moon moonlight
midnight shadow sky bluesky heaven angel angels fire firefly ice diamond diamonds crystal emerald ruby sapphire
pearl silver golden gold platinum princess prince queen king kingdom knight wizard merlin ninja samurai warrior
soldier sniper hunter ranger pirate viking hero superhero superman superstar batman spiderman ironman wolverine
deadpool captain america avengers hulk thor starwars startrek skywalker vader yoda jedi harrypotter hogwarts gandalf
frodo hobbit matrixneo terminator rocky rambo scarface godfather titanic avatar metallica nirvana slipknot greenday
blink eminem tupac beatles elvis madonna beyonce rihanna shakira music guitar drummer piano rockstar rocknroll
hiphop dance dancer cookie cookies chocolate vanilla strawberry cherry banana orange lemon peach apples pineapple
mango melon pumpkin pepper ginger cinnamon honey sugar candy sweet sweetie sweetpea sweetheart cupcake muffin
pancake pizza burger cheese cheesecake butter peanut popcorn coffee starbucks cocacola pepsi beer whiskey vodka
tequila mustang camaro corvette ferrari porsche mercedes bmw audi toyota honda yamaha kawasaki suzuki nissan mazda
subaru ford chevy harley jeep truck red blue green yellow purple pink black white brown grey blackie whitey redred
blueblue purplehaze blackcat blackjack blackbird bluebird bluebell redrose whiterose pinkfloyd michael michelle
jennifer jessica jordan joshua daniel danielle andrew anthony ashley amanda matthew robert thomas charlie charles
william george jonathan joseph nicole nicholas samantha stephanie elizabeth taylor justin brandon brandy hannah
maggie buster bailey cooper tigger sophie oliver oscar max maxwell molly sadie bella luna chloe emma olivia ava
isabella mia emily abigail madison sarah rachel rebecca laura lauren linda lisa maria marie mary patricia barbara
susan karen nancy betty helen sandra donna carol ruth sharon kimberly deborah jack jackson jacob james jason john
johnny jeremy kevin kenneth steven stephen brian edward ronald timothy larry jeffrey frank scott eric gregory
raymond samuel patrick alexander alexandra alexis alex dennis jerry tyler aaron adam nathan henry douglas peter
zachary kyle walter harold carl arthur gerald roger keith lawrence terry albert jesse austin bruce christian
christopher christina christine chris david diana edwin elena eva felix fernando francisco carlos diego eduardo
alejandro antonio juan jose luis miguel pedro pablo ricardo roberto sergio victor gabriel gabriela natalia natasha
valentina veronica angelina angela andrea anna annie antonia beatriz carmen claudia cristina katarzyna agnieszka
malgorzata krzysztof mateusz bartek kasia marcin michal piotr tomasz pawel wojtek andreas stefan matthias sebastian
florian martin markus niklas lukas jonas hans klaus jurgen sabine petra monika pierre jacques nicolas julien camille
chantal isabelle giovanni giuseppe francesco alessandro lorenzo mohamed mohammed muhammad ahmed ali hassan fatima
aisha omar ibrahim mustafa mehmet london paris berlin munich hamburg vienna zurich lisbon rome roma milano napoli
athens warsaw warszawa krakow prague budapest moscow kiev istanbul dubai cairo mumbai delhi bangalore beijing
shanghai hongkong tokyo osaka seoul singapore sydney melbourne auckland toronto montreal vancouver newyork
newyorkcity brooklyn manhattan boston chicago detroit houston dallas texas florida miami orlando atlanta denver
seattle california losangeles hollywood sanfrancisco sandiego lasvegas vegas arizona hawaii alaska mexico brazil
brasil argentina colombia canada england ireland scotland france germany deutschland italia italy spain espana
portugal poland polska russia turkey turkiye india pakistan china japan korea australia africa europe usa earth
world universe galaxy jupiter saturn mercury venus mars pluto jesus jesuschrist christ god godisgood godbless
blessed blessing blessings faith hope grace mercy peace trust believe amen bible church holyspirit savior hallelujah
allah bismillah krishna buddha ganesh jehovah lord heavenly miracle destiny serenity harmony freedom liberty justice
patriot truth power money cash dollar million millionaire billionaire success happy happiness smile laugh dream
dreams dreamer family mommy mother mom daddy father dad brother sister baby babygirl babyboy boobear boyfriend
girlfriend husband wife friend friends bestfriend buddy darling dearest sexy hottie cutie beautiful gorgeous
handsome genius einstein school college university student teacher doctor nurse police fireman pilot driver zaphod
whoami nimda godzilla qwertyadmin asshole bastard bitch bullshit fuck fuckyou fuckoff fucker pussy shit crap damn
suckit kiss kisses killer killme deathnote zombie vampire ghost demon devil satan lucifer hell darkness
`
    .trim()
    .split(/\s+/)
    .map(fold),
)
