import type { ErrorCode } from './codes.ts';
import { fillIn, type Fields, type Words, type WordsByLanguage } from './words.ts';

export { isErrorCode } from './codes.ts';
export { fillIn } from './words.ts';

/** The texts of every error code in one language, as plain data: a browser loads those of its own language alone. */
export type ErrorTexts = Readonly<Record<ErrorCode, readonly [title: string, text: string]>>;

/** What happened (title), and why and what next (text), for every code; a missing one does not compile. `{name}` is a field of the error. */
const texts: Readonly<Record<ErrorCode, WordsByLanguage>> = {
  'WEB-00000': {
    en: [
      'An error occurred, please, try again later or contact us',
      'The server had an unexpected error. Try again; if it continues, send an operator this code and the time.',
    ],
    es: [
      'Ha ocurrido un error, inténtalo más tarde o ponte en contacto con nosotros',
      'El servidor ha tenido un error inesperado. Inténtalo de nuevo; si continúa, envía a un operador este código y la hora.',
    ],
  },
  'WEB-00001': {
    en: ['This part could not be loaded', 'Acequia was probably updated while the page was open. Reload the page.'],
    es: ['No se pudo cargar esta parte', 'Seguramente Acequia se actualizó con la página abierta. Recarga la página.'],
  },
  'WEB-00015': {
    en: ['Not a valid value', 'The address refers to something that doesn’t exist. Go back and choose again.'],
    es: ['Valor no válido', 'La dirección apunta a algo que no existe. Vuelve atrás y elige de nuevo.'],
  },
  'WEB-00017': {
    en: ['Not a valid value', 'A field has a value that it doesn’t accept. Correct the marked field.'],
    es: ['Valor no válido', 'Un campo tiene un valor que no admite. Corrige el campo marcado.'],
  },
  'WEB-00018': {
    en: ['A tag is empty', 'Write at least 2 characters, or remove the tag.'],
    es: ['Hay un tag vacío', 'Escribe al menos 2 caracteres o quita el tag.'],
  },
  'WEB-00019': {
    en: ['A tag is too short', 'Enter at least 2 characters.'],
    es: ['Un tag es demasiado corto', 'Escribe al menos 2 caracteres.'],
  },
  'WEB-00020': {
    en: ['Not a valid value', 'A field has a value that it doesn’t accept. Correct the marked field.'],
    es: ['Valor no válido', 'Un campo tiene un valor que no admite. Corrige el campo marcado.'],
  },
  'WEB-00022': {
    en: ['Some values are not valid', 'Nothing was saved. Correct the marked fields and try again.'],
    es: ['Hay valores no válidos', 'No se ha guardado nada. Corrige los campos marcados e inténtalo de nuevo.'],
  },
  'WEB-00024': {
    en: ['A tag is too short', 'Enter at least 2 characters.'],
    es: ['Un tag es demasiado corto', 'Escribe al menos 2 caracteres.'],
  },
  'WEB-00025': {
    en: ['Data sink not found', 'It was deleted, or it belongs to another organization. Go back to the list.'],
    es: ['No se encuentra el destino de datos', 'Se ha eliminado o es de otra organización. Vuelve a la lista.'],
  },
  'WEB-00026': {
    en: ['Listener not found', 'It was deleted, or it belongs to another organization. Go back to the list.'],
    es: ['No se encuentra el listener', 'Se ha eliminado o es de otra organización. Vuelve a la lista.'],
  },
  'WEB-00027': {
    en: ['Your role does not allow this', 'Ask an admin or owner of the organization to do it, or to change your role.'],
    es: ['Tu rol no permite hacer esto', 'Pide a un administrador o al propietario de la organización que lo haga o que cambie tu rol.'],
  },
  'WEB-00028': {
    en: ['Description should not be empty', 'Enter a few words about its purpose.'],
    es: ['La descripción no puede estar vacía', 'Di en pocas palabras para qué sirve.'],
  },
  'WEB-00029': {
    en: ['Expiration date cannot be empty', 'Choose the last day on which it’s valid.'],
    es: ['La fecha de caducidad no puede estar vacía', 'Elige el último día en que es válido.'],
  },
  'WEB-00030': {
    en: ['Value cannot be empty', 'Enter the value of the secret. It’s never shown again.'],
    es: ['El valor no puede estar vacío', 'Escribe el valor del secreto. No se vuelve a mostrar.'],
  },
  'WEB-00031': {
    en: ['This name already exists', 'Something else in your organization has this name. Choose a different one.'],
    es: ['Este nombre ya existe', 'Otro elemento de tu organización ya lo tiene. Elige un nombre distinto.'],
  },
  'WEB-00032': {
    en: ['Name cannot be empty', 'Enter a name of up to 128 characters.'],
    es: ['El nombre no puede estar vacío', 'Escribe un nombre de hasta 128 caracteres.'],
  },
  'WEB-00034': {
    en: ['This name already exists', 'Another label of the listener has this name. Choose a different one.'],
    es: ['Este nombre ya existe', 'Ya lo tiene otra etiqueta del listener. Elige un nombre distinto.'],
  },
  'WEB-00035': {
    en: ['This name already exists', 'Another object of the same kind has this name. Choose a different one.'],
    es: ['Este nombre ya existe', 'Ya lo tiene otro objeto del mismo tipo. Elige un nombre distinto.'],
  },
  'WEB-00508': {
    en: ['There are no API keys', 'Your organization has none yet. Create the first one.'],
    es: ['No hay claves de API', 'Tu organización aún no tiene ninguna. Crea la primera.'],
  },
  'WEB-10008': {
    en: [
      'Couldn’t load the pipeline',
      'The pipeline or its version was deleted, or it belongs to another organization. Go back to the list.',
    ],
    es: ['No se pudo cargar el pipeline', 'El pipeline o su versión se ha eliminado, o es de otra organización. Vuelve a la lista.'],
  },
  'WEB-11009': {
    en: ['Incorrect code', 'Codes last 30 seconds and work once. Wait for the next one and enter it.'],
    es: ['Código incorrecto', 'Los códigos duran 30 segundos y valen una vez. Espera al siguiente y escríbelo.'],
  },
  'WEB-11011': {
    en: ['Confirm your identity', 'This change needs a recent login. Log in again to continue.'],
    es: ['Confirma tu identidad', 'Este cambio necesita un inicio de sesión reciente. Vuelve a iniciar sesión para continuar.'],
  },
  'WEB-11012': {
    en: ['Incorrect password', 'Enter the password of your account again.'],
    es: ['Contraseña incorrecta', 'Escribe de nuevo la contraseña de tu cuenta.'],
  },
  'WEB-12006': {
    en: ['This name already exists', 'Another pipeline in your organization has this name. Choose a different one.'],
    es: ['Este nombre ya existe', 'Ya lo tiene otro pipeline de la organización. Elige un nombre distinto.'],
  },
  'WEB-12007': {
    en: ['A tag is too short', 'Enter at least 2 characters.'],
    es: ['Un tag es demasiado corto', 'Escribe al menos 2 caracteres.'],
  },
  'AUTH.EXPIRED': {
    en: ['Your session has ended', 'It was ended, or you were inactive for a while. Log in again to return to this page.'],
    es: ['Tu sesión ha terminado', 'Se terminó o estuviste un rato sin actividad. Vuelve a iniciar sesión para regresar a esta página.'],
  },
  'AUTH.REQUIRED': {
    en: ['You must be logged in', 'Log in to see this page.'],
    es: ['Tienes que iniciar sesión', 'Inicia sesión para ver esta página.'],
  },
  'AUTH.CREDENTIALS': {
    en: ['Incorrect email or password', 'Check both and try again. After several failed attempts, you have to wait before the next one.'],
    es: [
      'Correo o contraseña incorrectos',
      'Revisa ambos e inténtalo de nuevo. Tras varios intentos fallidos, tendrás que esperar antes del siguiente.',
    ],
  },
  'AUTH.SETUP_CODE': {
    en: ['Incorrect setup code', 'Acequia prints the code in its terminal, and a new one at each start. Copy it again.'],
    es: ['Código de instalación incorrecto', 'Acequia muestra el código en su terminal, y uno nuevo en cada inicio. Cópialo de nuevo.'],
  },
  'AUTH.SETUP_DONE': {
    en: ['The owner account already exists', 'The first run is complete. Log in instead.'],
    es: ['La cuenta de propietario ya existe', 'La primera puesta en marcha está completa. Inicia sesión.'],
  },
  'AUTH.KEY': {
    en: [
      'The API key doesn’t work',
      'It is mistyped, was removed, has expired, or may not be used from this address. Check it, or create a new one.',
    ],
    es: [
      'La clave de API no funciona',
      'Está mal escrita, se eliminó, ha caducado o no se puede usar desde esta dirección. Revísala o crea una nueva.',
    ],
  },
  'AUTH.SESSION_ONLY': {
    en: ['An API key can’t do this', 'Only the owner of the account can. Log in to the console and do it there.'],
    es: ['Una clave de API no puede hacer esto', 'Solo puede hacerlo el dueño de la cuenta. Inicia sesión en la consola y hazlo allí.'],
  },
  'AUTH.PASSWORD_RULES': {
    en: [
      'The password is too weak',
      'Use 10 to 128 characters with a number, a capital letter, a lowercase letter and a special character.',
    ],
    es: [
      'La contraseña es demasiado débil',
      'Usa de 10 a 128 caracteres con un número, una mayúscula, una minúscula y un carácter especial.',
    ],
  },
  'AUTH.PASSWORD_COMMON': {
    en: ['The password is too common', 'It’s easy to guess. Choose one that has nothing to do with you or this product.'],
    es: ['La contraseña es demasiado común', 'Es fácil de adivinar. Elige una que no tenga que ver contigo ni con este producto.'],
  },
  'ACQ-CONTENT-HIDDEN': {
    en: [
      'Event contents are hidden from viewers',
      'Your organization shows the contents of events to owners and admins only. Ask one of them to look, or to show event contents to viewers.',
    ],
    es: [
      'El contenido de los eventos está oculto para los lectores',
      'Tu organización solo muestra el contenido de los eventos a propietarios y administradores. Pide a uno de ellos que lo mire o que lo muestre a los lectores.',
    ],
  },
  'ACQ-FEATURE-OFF': {
    en: ['This feature is off', 'Your organization doesn’t have it. Ask an operator to turn it on.'],
    es: ['Esta función está desactivada', 'Tu organización no la tiene. Pide a un operador que la active.'],
  },
  'AUTH.PASSWORD_CONFIRM': {
    en: ['The passwords don’t match', 'Enter the same new password twice.'],
    es: ['Las contraseñas no coinciden', 'Escribe dos veces la misma contraseña nueva.'],
  },
  'AUTH.RESET_LINK': {
    en: ['This link no longer works', 'It was used, a newer one was sent, or it is older than 30 minutes. Ask for a new one.'],
    es: ['Este enlace ya no funciona', 'Se ha usado, se envió otro más nuevo o tiene más de 30 minutos. Pide uno nuevo.'],
  },
  'AUTH.RESET_HOLD': {
    en: [
      'Not possible by email yet',
      'The password was reset by email recently, so an email can’t turn off two-factor authentication yet. Use a recovery code, or ask the operator.',
    ],
    es: [
      'Aún no es posible por correo',
      'La contraseña se cambió por correo hace poco: por correo aún no se puede desactivar la autenticación en dos pasos. Usa un código de recuperación o pregunta al operador.',
    ],
  },
  'AUTH.INVITE': {
    en: ['The invitation is invalid or has expired', 'Contact the tenant admin or check your email for a newer invitation.'],
    es: [
      'La invitación no es válida o ha caducado',
      'Habla con el administrador de la organización o busca en tu correo una invitación más reciente.',
    ],
  },
  'AUTH.INVITE_OTHER': {
    en: ['The invitation is for another account', 'Log out, and open the link again with the account it was sent to.'],
    es: ['La invitación es para otra cuenta', 'Cierra la sesión y vuelve a abrir el enlace con la cuenta a la que se envió.'],
  },
  'AUTH.INVITE_ACCOUNT': {
    en: ['This address already has an account', 'Log in with it, then open the link again to accept the invitation.'],
    es: ['Esta dirección ya tiene una cuenta', 'Inicia sesión con ella y vuelve a abrir el enlace para aceptar la invitación.'],
  },
  'AUTH.MFA_STEP': {
    en: ['The login isn’t complete', 'Enter the code from your authenticator app, or set one up, to continue.'],
    es: ['El inicio de sesión no está completo', 'Escribe el código de tu aplicación de autenticación, o configura una, para continuar.'],
  },
  'AUTH.MFA_NEEDED': {
    en: ['Two-factor authentication required', 'Your organization requires it. Set up two-factor authentication for your account first.'],
    es: ['Autenticación en dos pasos obligatoria', 'Tu organización la exige. Activa antes la autenticación en dos pasos en tu cuenta.'],
  },
  'AUTH.MFA_KEPT': {
    en: [
      'Two-factor authentication stays on',
      'This organization requires it for everyone. You can set up a different authenticator app instead.',
    ],
    es: [
      'La autenticación en dos pasos sigue activa',
      'Esta organización la exige a todos. Puedes configurar otra aplicación de autenticación.',
    ],
  },
  'AUTH.SSO_ON': {
    en: [
      'Single sign-on is on',
      'The identity provider handles two-factor authentication. To require it here, reset single sign-on first.',
    ],
    es: [
      'El inicio de sesión único está activo',
      'El proveedor de identidad se ocupa de la autenticación en dos pasos. Para exigirla aquí, restablece antes el inicio de sesión único.',
    ],
  },
  'AUTH.MFA_ON': {
    en: ['Two-factor authentication is on', 'Turn off two-factor authentication for the organization before you configure single sign-on.'],
    es: [
      'La autenticación en dos pasos está activa',
      'Desactiva la autenticación en dos pasos de la organización antes de configurar el inicio de sesión único.',
    ],
  },
  'AUTH.SSO_OFF': {
    en: ['Single sign-on isn’t set up', 'Check the name of the organization, or log in with your password.'],
    es: ['El inicio de sesión único no está configurado', 'Revisa el nombre de la organización o inicia sesión con tu contraseña.'],
  },
  'AUTH.SSO_FLOW': {
    en: ['The login took too long', 'It started in another browser, was already used, or has expired. Start again.'],
    es: ['El inicio de sesión tardó demasiado', 'Empezó en otro navegador, ya se usó o ha caducado. Empieza de nuevo.'],
  },
  'AUTH.SSO_DENIED': {
    en: ['The identity provider rejected your login', 'Ask the person who manages it in your organization for access.'],
    es: ['El proveedor de identidad ha rechazado tu inicio de sesión', 'Pide acceso a quien lo gestiona en tu organización.'],
  },
  'AUTH.SSO_TOKEN': {
    en: [
      'The identity provider sent an invalid response',
      'The response failed a check. Log in again. If this continues, ask an admin to check the settings of single sign-on.',
    ],
    es: [
      'La respuesta del proveedor de identidad no es válida',
      'La respuesta no ha pasado una comprobación. Inicia sesión de nuevo. Si continúa, pide a un administrador que revise los ajustes del inicio de sesión único.',
    ],
  },
  'AUTH.SSO_MEMBER': {
    en: ['You don’t have access to this organization', 'Ask an admin of the organization for an invitation.'],
    es: ['No tienes acceso a esta organización', 'Pide una invitación a un administrador de la organización.'],
  },
  'AUTH.SSO_EMAIL': {
    en: ['Your address is not verified', 'Ask the person who manages the identity provider to verify it before your first login.'],
    es: [
      'Tu dirección no está verificada',
      'Pide a quien gestiona el proveedor de identidad que la verifique antes de tu primer inicio de sesión.',
    ],
  },
  'AUTH.SSO_ACCOUNT': {
    en: ['This address already has an account', 'Log in with its password and accept the invitation. After that, single sign-on works.'],
    es: [
      'Esta dirección ya tiene una cuenta',
      'Inicia sesión con su contraseña y acepta la invitación. Después podrás usar el inicio de sesión único.',
    ],
  },
  'AUTH.SSO_ROLE': {
    en: [
      'Your role is higher than that of the person who set up single sign-on',
      'Log in with your password and save the single sign-on settings yourself.',
    ],
    es: ['Tu rol supera al de quien configuró el inicio de sesión único', 'Inicia sesión con tu contraseña y guarda tú los ajustes.'],
  },
  'AUTH.SSO_SCOPE': {
    en: ['This needs your password', 'Single sign-on is only valid for this organization. Log in with your password.'],
    es: ['Esto necesita tu contraseña', 'El inicio de sesión único solo vale en esta organización. Inicia sesión con tu contraseña.'],
  },
  'AUTH.SSO_AWAY': {
    en: ['Couldn’t reach the identity provider', 'There was no usable response from {address}. Check the address, or try again later.'],
    es: [
      'No se pudo acceder al proveedor de identidad',
      'No hubo una respuesta útil de {address}. Revisa la dirección o inténtalo más tarde.',
    ],
  },
  'AUTH.SSO_ADDRESS': {
    en: [
      'This address isn’t allowed',
      '{address} doesn’t use https, or its network isn’t allowed. Use another address, or ask an operator to allow it.',
    ],
    es: [
      'Esta dirección no está permitida',
      '{address} no usa https o su red no está permitida. Usa otra dirección o pide a un operador que la permita.',
    ],
  },
  'AUTH.SSO_METADATA': {
    en: ['No OpenID provider found', '{address} has no valid OpenID configuration. Check the issuer.'],
    es: ['No hay un proveedor OpenID', '{address} no tiene una configuración OpenID válida. Revisa el emisor.'],
  },
  'AUTH.SSO_ISSUER': {
    en: ['The issuer doesn’t match', 'The provider calls itself {found}. Enter exactly that.'],
    es: ['El emisor no coincide', 'El proveedor se llama {found}. Escríbelo exactamente así.'],
  },
  'AUTH.SSO_UNFIT': {
    en: [
      'The provider lacks {need}',
      'Single sign-on needs {need} from the provider. Choose the other grant, or use a different provider.',
    ],
    es: [
      'El proveedor no ofrece {need}',
      'El inicio de sesión único necesita {need} del proveedor. Elige la otra concesión o usa otro proveedor.',
    ],
  },
  'AUTH.SAML_CERTIFICATE': {
    en: [
      'This certificate can’t be used',
      'Paste the identity provider’s X.509 signing certificate, with an RSA key of at least 2048 bits.',
    ],
    es: [
      'Este certificado no sirve',
      'Pega el certificado X.509 de firma del proveedor de identidad, con una clave RSA de al menos 2048 bits.',
    ],
  },
  'AUTH.SAML_CERTIFICATE_EXPIRED': {
    en: [
      'The certificate of the identity provider has expired',
      'Logins through it fail for now. Ask an admin to add the current certificate to the settings of single sign-on.',
    ],
    es: [
      'El certificado del proveedor de identidad ha caducado',
      'Los inicios de sesión con él fallan por ahora. Pide a un administrador que añada el certificado actual en los ajustes del inicio de sesión único.',
    ],
  },
  'ACQ-TRIAL-OVER': {
    en: ['The free trial has ended', 'You can read everything, but not change it. Ask the operator of Acequia for a plan to continue.'],
    es: ['La prueba gratuita ha terminado', 'Puedes leer todo, pero no cambiar nada. Pide un plan al operador de Acequia para continuar.'],
  },
  'ACQ-NOT-FOUND': {
    en: ['Not found', 'The object was deleted, or it belongs to another organization. Go back and choose again.'],
    es: ['No se encuentra', 'El objeto se ha eliminado o es de otra organización. Vuelve atrás y elige de nuevo.'],
  },
  'ACQ-CONFLICT': {
    en: [
      'Someone else saved first',
      '{by} saved a newer version. Load it and make your change again. Until then, this page keeps your change.',
    ],
    es: [
      'Alguien ha guardado antes',
      '{by} ha guardado una versión más nueva. Cárgala y repite tu cambio. Hasta entonces, esta página conserva el tuyo.',
    ],
  },
  'ACQ-IN-USE': {
    en: ['This object is in use', 'Used by: {pipelines}. Confirm to stop them and delete it, or remove it from them first.'],
    es: ['Este objeto está en uso', 'Lo usan: {pipelines}. Confirma para detenerlos y eliminarlo, o quítalo antes de ellos.'],
  },
  'ACQ-TOO-MANY': {
    en: ['Too many requests', 'You reached a limit. Wait a moment and try again.'],
    es: ['Demasiadas peticiones', 'Has alcanzado un límite. Espera un momento e inténtalo de nuevo.'],
  },
  'ACQ-TOO-LARGE': {
    en: ['The request is too large', 'It exceeds the limit of the server. Send less at once.'],
    es: ['La petición es demasiado grande', 'Supera el límite del servidor. Envía menos de una vez.'],
  },
  'ACQ-STREAMS-ACCOUNT': {
    en: [
      'Too many live connections',
      'Your account or API key has {max} live connections open, which is the limit. Close browser tabs or programs you don’t need, then try again.',
    ],
    es: [
      'Demasiadas conexiones en vivo',
      'Tu cuenta o clave de API tiene {max} conexiones en vivo abiertas, que es el límite. Cierra pestañas del navegador o programas que no necesites y vuelve a intentarlo.',
    ],
  },
  'ACQ-STREAMS-TENANT': {
    en: [
      'Too many live connections',
      'The organization has {max} live connections open, which is the limit. Close browser tabs or programs you don’t need, then try again.',
    ],
    es: [
      'Demasiadas conexiones en vivo',
      'La organización tiene {max} conexiones en vivo abiertas, que es el límite. Cierra pestañas del navegador o programas que no necesites y vuelve a intentarlo.',
    ],
  },
  'ACQ-STREAMS-SERVER': {
    en: [
      'The server has no room for another live connection',
      'All users together have {max} live connections open, the limit of the server. Try again in a few seconds. If this continues, contact an operator.',
    ],
    es: [
      'El servidor no admite más conexiones en vivo',
      'Entre todos hay {max} conexiones en vivo abiertas, que es el límite del servidor. Vuelve a intentarlo en unos segundos. Si continúa, avisa a un operador.',
    ],
  },
  'ACQ-EDITORS-MANY': {
    en: [
      'Too many open editors',
      'The pipeline or your session has {max} editors open, which is the limit. Close the tabs you don’t need, then try again.',
    ],
    es: [
      'Demasiados editores abiertos',
      'El pipeline o tu sesión tiene {max} editores abiertos, que es el límite. Cierra las pestañas que no necesites y vuelve a intentarlo.',
    ],
  },
  'ACQ-CROSS-SITE': {
    en: [
      'The request came from another site',
      'The server only accepts calls from this console, or with the header x-acequia. Reload the page.',
    ],
    es: [
      'La petición viene de otro sitio',
      'El servidor solo acepta llamadas de esta consola o con la cabecera x-acequia. Recarga la página.',
    ],
  },
  'ACQ-PORT-TAKEN': {
    en: ['Port {port} ({protocol}) is taken', 'Another listener of the cluster uses it[: {by}]. Choose a different port.'],
    es: ['El puerto {port} ({protocol}) está ocupado', 'Lo usa otro listener del clúster[: {by}]. Elige otro puerto.'],
  },
  'ACQ-PORT-RANGE': {
    en: ['Port {port} is out of range', 'Listeners of this cluster can use ports {from} to {to}. Choose one of them.'],
    es: ['El puerto {port} está fuera del rango', 'Los listeners de este clúster pueden usar los puertos {from} a {to}. Elige uno.'],
  },
  'ACQ-CONFIG': {
    en: ['The configuration has errors', 'Nothing was saved. Correct the marked fields and save again.'],
    es: ['La configuración tiene errores', 'No se ha guardado nada. Corrige los campos marcados y guarda de nuevo.'],
  },
  'ACQ-NOT-PUBLISHABLE': {
    en: [
      'The pipeline can’t be published yet',
      'Fix its problems first ({count}). Open the list of problems. The running version isn’t affected.',
    ],
    es: [
      'El pipeline aún no se puede publicar',
      'Antes hay que corregir sus problemas ({count}). Abre la lista de problemas. La versión en marcha no cambia.',
    ],
  },
  'ACQ-IN-DEMO': {
    en: ['You’re in the demo', 'The demo is added and removed in the organization it was made for. Switch to that organization first.'],
    es: ['Estás en la demo', 'La demo se añade y se quita en la organización para la que se creó. Cambia antes a esa organización.'],
  },
  'ACQ-NO-CLUSTER': {
    en: ['No cluster chosen', 'Choose at least one cluster that your organization can use.'],
    es: ['No hay clúster elegido', 'Elige al menos un clúster que tu organización pueda usar.'],
  },
  'ACQ-COMPONENT-MISSING': {
    en: [
      'A component is missing',
      'The server or a worker of the cluster doesn’t have {component}. Update the workers, or use another component.',
    ],
    es: [
      'Falta un componente',
      'El servidor o algún worker del clúster no tiene {component}. Actualiza los workers o usa otro componente.',
    ],
  },
  'ACQ-FILE-ROOT': {
    en: [
      'A cluster lacks a folder',
      '{name} needs {root}, which isn’t allowed in the cluster {cluster}. Choose another folder or cluster, or ask an operator to allow it.',
    ],
    es: [
      'A un clúster le falta una carpeta',
      '{name} necesita {root}, que no está permitida en el clúster {cluster}. Elige otra carpeta u otro clúster, o pide a un operador que la permita.',
    ],
  },
  'ACQ-TEMPLATE-SHAPE': {
    en: [
      'The pipeline can’t become a template yet',
      'A template needs one label linked to at least one data sink. Complete the pipeline and try again.',
    ],
    es: [
      'El pipeline aún no puede ser una plantilla',
      'Una plantilla necesita una etiqueta enlazada con al menos un destino de datos. Completa el pipeline e inténtalo de nuevo.',
    ],
  },
  'ACQ-TEMPLATE-CREDENTIAL': {
    en: ['This looks like a credential', 'Nothing was published. Remove it from {place}, or mask it in the events, and try again.'],
    es: ['Esto parece una credencial', 'No se ha publicado nada. Quítala de {place}, o enmascárala en los eventos, e inténtalo de nuevo.'],
  },
  'ACQ-TEMPLATE-RUN': {
    en: [
      'Couldn’t run the events',
      'Nothing was published. Test the events in the editor to see the cause ({code}), or publish without events.',
    ],
    es: [
      'No se pudieron ejecutar los eventos',
      'No se ha publicado nada. Prueba los eventos en el editor para ver la causa ({code}) o publica sin eventos.',
    ],
  },
  'ACQ-TEMPLATES-MANY': {
    en: ['Too many templates', 'An organization can have up to {max} templates. Delete one first.'],
    es: ['Demasiadas plantillas', 'Una organización puede tener hasta {max} plantillas. Elimina una antes.'],
  },
  'ACQ-TESTS-MANY': {
    en: ['Too many tests', 'A pipeline can have up to {max} tests. Delete one first.'],
    es: ['Demasiadas pruebas', 'Un pipeline puede tener hasta {max} pruebas. Elimina una antes.'],
  },
  'ACQ-TESTS-FAILED': {
    en: ['Saved tests fail', '{failed} of {count} failed or couldn’t run. Fix the draft or the tests, or publish anyway and say why.'],
    es: [
      'Fallan pruebas guardadas',
      '{failed} de {count} han fallado o no se pudieron ejecutar. Corrige el borrador o las pruebas, o publica de todos modos y di por qué.',
    ],
  },
  'ACQ-SAMPLE-TEXT': {
    en: ['A line isn’t an event', 'Nothing was saved. Change line {line} to one JSON object with valid field names.'],
    es: [
      'Hay una línea que no es un evento',
      'No se ha guardado nada. Cambia la línea {line} por un objeto JSON con nombres de campo válidos.',
    ],
  },
  'ACQ-SHADOW-NOTHING': {
    en: ['No version is running', 'A shadow run compares the draft with the running version. Publish a version first.'],
    es: [
      'No hay ninguna versión en marcha',
      'Una ejecución en la sombra compara el borrador con la versión en marcha. Publica antes una versión.',
    ],
  },
  'ACQ-SHADOW-LISTENER': {
    en: [
      'Different listeners',
      'The draft and the running version read from different listeners. Choose a label of the same listener in the draft.',
    ],
    es: [
      'Listeners distintos',
      'El borrador y la versión en marcha leen de listeners distintos. Elige en el borrador una etiqueta del mismo listener.',
    ],
  },
  'ACQ-SHADOW-MANY': {
    en: ['Too many shadow runs', 'An organization can have up to {max} at a time. Wait for one to finish, or stop one.'],
    es: [
      'Demasiadas ejecuciones en la sombra',
      'Una organización puede tener hasta {max} a la vez. Espera a que termine una o detén alguna.',
    ],
  },
  'ACQ-REPLAY-RANGE': {
    en: ['This time range can’t be replayed', 'Choose a start before the end, and an end that isn’t in the future.'],
    es: ['Ese periodo no se puede reproducir', 'Elige un inicio anterior al final, y un final que no esté en el futuro.'],
  },
  'ACQ-REPLAY-LISTENER': {
    en: ['The version belongs to another listener', 'Choose a version whose label is one of this listener.'],
    es: ['La versión es de otro listener', 'Elige una versión cuya etiqueta sea de este listener.'],
  },
  'ACQ-REPLAY-KEYED': {
    en: [
      'The version remembers earlier events',
      'Step {node} depends on earlier events, as windows and deduplication do. Over a part of the events it would give different results and overwrite the first ones. Choose a version without this step.',
    ],
    es: [
      'La versión recuerda eventos anteriores',
      'El paso {node} depende de eventos anteriores, como las ventanas o la deduplicación. Con una parte de los eventos daría resultados distintos y sobrescribiría los primeros. Elige una versión sin este paso.',
    ],
  },
  'ACQ-REPLAY-MANY': {
    en: ['Too many replays', 'You can have up to {max} at a time. Wait for one to finish, or stop one.'],
    es: ['Demasiadas reproducciones', 'Puedes tener hasta {max} a la vez. Espera a que termine una o detén alguna.'],
  },
  'ACQ-WORKER-AWAY': {
    en: [
      'No worker is connected',
      'All workers of the cluster are offline. Check that one is running and can reach this server, then try again.',
    ],
    es: [
      'No hay ningún worker conectado',
      'Todos los workers del clúster están sin conexión. Comprueba que haya uno en marcha y que llegue a este servidor, e inténtalo de nuevo.',
    ],
  },
  'ACQ-WORKER-SILENT': {
    en: [
      'The worker didn’t answer',
      'The worker[ {workers}] went offline before it confirmed the change, which may be partly done. When it is connected, try again: nothing is done twice.',
    ],
    es: [
      'El worker no ha respondido',
      'El worker[ {workers}] se desconectó antes de confirmar el cambio, que puede estar hecho en parte. Cuando esté conectado, inténtalo de nuevo: nada se hace dos veces.',
    ],
  },
  'ACQ-PROBE-FAILED': {
    en: [
      'The connection test failed',
      'Acequia couldn’t reach the destination with these settings. Check the address and the credentials.',
    ],
    es: [
      'La prueba de conexión ha fallado',
      'Acequia no pudo acceder al destino con estos ajustes. Revisa la dirección y las credenciales.',
    ],
  },
  'ACQ-ALERT-SNOOZE': {
    en: ['An alert can’t be snoozed that long', 'Choose a time within the next {days} days.'],
    es: ['No se puede posponer una alerta tanto tiempo', 'Elige un momento dentro de los próximos {days} días.'],
  },
  'ACQ-ALERT-ADDRESS': {
    en: ['The webhook can’t be used', 'This server isn’t allowed to call {address}. Use a public address that starts with https.'],
    es: [
      'No se puede usar el webhook',
      'Este servidor no puede llamar a la dirección {address}. Usa una dirección pública que empiece por https.',
    ],
  },
  'ACQ-SECRET-PAST': {
    en: ['This date is in the past', 'Workers don’t use an expired secret. Choose a later date.'],
    es: ['Esta fecha ya ha pasado', 'Los workers no usan un secreto caducado. Elige una fecha posterior.'],
  },
  'ACQ-PEM-BROKEN': {
    en: ['The certificate or key can’t be read', 'Paste the whole PEM text with its line breaks, from the BEGIN line to the END line.'],
    es: ['No se puede leer el certificado o la clave', 'Pega todo el texto PEM con sus saltos de línea, de la línea BEGIN a la línea END.'],
  },
  'ACQ-PEM-ENCRYPTED': {
    en: ['The private key has a passphrase', 'Remove the passphrase first, for example with openssl pkey, and paste the result.'],
    es: ['La clave privada tiene contraseña', 'Quítale antes la contraseña, por ejemplo con openssl pkey, y pega el resultado.'],
  },
  'ACQ-PEM-CHAIN': {
    en: ['The certificates are in the wrong order', 'Put the server’s own certificate first, then each issuer after the one it issued.'],
    es: ['Los certificados no están en orden', 'Pon primero el certificado propio y después, uno tras otro, el de cada emisor.'],
  },
  'ACQ-PEM-PAIR': {
    en: ['The private key belongs to another certificate', 'Use the key that this certificate was requested with.'],
    es: ['La clave privada es de otro certificado', 'Usa la clave con la que se pidió este certificado.'],
  },
  'ACQ-PEM-EXPIRED': {
    en: ['The certificate has expired', 'Other systems reject it. Paste the renewed certificate.'],
    es: ['El certificado ha caducado', 'Otros sistemas lo rechazan. Pega el certificado renovado.'],
  },
  'ACQ-EGRESS-RULES': {
    en: [
      'First list where organizations may send',
      'A single organization can send to private addresses. Before you add a second one, list the addresses that organizations may send to. Use Settings → Installation or `acequia installation egress`. The list can be empty.',
    ],
    es: [
      'Indica primero adónde pueden enviar las organizaciones',
      'Una organización única puede enviar a direcciones privadas. Antes de añadir otra, indica a qué direcciones pueden enviar las organizaciones. Usa Ajustes → Instalación o `acequia installation egress`. La lista puede estar vacía.',
    ],
  },
  'ACQ-EGRESS-ADDRESS': {
    en: [
      'This isn’t an address',
      '“{address}” is not a host, an IP address or a network. Write, for example, 10.20.0.0/16, 10.20.0.5 or siem.example.com.',
    ],
    es: [
      'Esto no es una dirección',
      '«{address}» no es un host, una dirección IP ni una red. Escribe, por ejemplo, 10.20.0.0/16, 10.20.0.5 o siem.example.com.',
    ],
  },
  'ACQ-LETTER-CLOSED': {
    en: ['This dead letter is closed', 'Someone sent it again, discarded it or changed it. Reload the list.'],
    es: ['Este evento fallido ya está cerrado', 'Alguien lo ha reenviado, descartado o cambiado. Vuelve a cargar la lista.'],
  },
  'ACQ-LETTER-FIELDS': {
    en: ['The event can’t have these fields', 'Nothing was saved. Enter one JSON object with valid field names.'],
    es: ['El evento no puede tener estos campos', 'No se ha guardado nada. Escribe un objeto JSON con nombres de campo válidos.'],
  },
  'ACQ-ASSISTANT-LIMIT': {
    en: [
      'No more questions for now',
      'You used up your questions for this hour, or the model’s provider accepts no more. Wait, then ask again.',
    ],
    es: [
      'No quedan preguntas por ahora',
      'Has gastado las preguntas de esta hora o el proveedor del modelo no admite más. Espera y pregunta de nuevo.',
    ],
  },
  'ACQ-ASSISTANT-LONG': {
    en: [
      'This is too long for the assistant',
      'The conversation or the answer exceeded its limit. Start a new one with a smaller question.',
    ],
    es: [
      'Es demasiado largo para el asistente',
      'La conversación o la respuesta pasó de su límite. Empieza otra con una pregunta más pequeña.',
    ],
  },
  'ACQ-ASSISTANT-AWAY': {
    en: ['The model doesn’t answer', 'It’s unreachable, or takes too long. Ask again. If this continues, contact an operator.'],
    es: ['El modelo no responde', 'Está inaccesible o tarda demasiado. Pregunta de nuevo. Si continúa, avisa a un operador.'],
  },
  'ACQ-ASSISTANT-REFUSED': {
    en: ['The model rejected the question', 'Its endpoint answered {status}. Ask an operator to check its address, model and key.'],
    es: [
      'El modelo rechaza la pregunta',
      'Su servidor respondió {status}. Pide a un operador que revise la dirección, el modelo y la clave.',
    ],
  },
  'ACQ-ASSISTANT-ANSWER': {
    en: ['The answer can’t be read', 'The model sent an answer with the wrong format. Ask again. If this continues, contact an operator.'],
    es: [
      'La respuesta no se puede leer',
      'El modelo envió una respuesta con un formato incorrecto. Pregunta de nuevo. Si continúa, avisa a un operador.',
    ],
  },
  'ACQ-BUSY': {
    en: ['The server is busy', 'It’s starting, or has too many requests. Try again in a moment.'],
    es: ['El servidor está ocupado', 'Está arrancando o tiene demasiadas peticiones. Inténtalo en un momento.'],
  },
  'ACQ-LOOKUP-SPACE': {
    en: [
      'No space left for enrichment files',
      'The organization’s files use {usedMB} of {maxMB} MB, older versions included, and this file doesn’t fit. Delete versions you don’t need, or ask an operator to raise the limit.',
    ],
    es: [
      'No queda espacio para archivos de enriquecimientos',
      'Los archivos de la organización ocupan {usedMB} de {maxMB} MB, contando las versiones anteriores, y este archivo no cabe. Elimina las versiones que no necesites o pide a un operador que aumente el límite.',
    ],
  },
  'ACQ-DATABASE-UNAVAILABLE': {
    en: [
      'Couldn’t reach the database',
      'The server is reconnecting. Try again in a few seconds. If this continues, ask an operator to check the database.',
    ],
    es: [
      'No se pudo acceder a la base de datos',
      'El servidor está recuperando la conexión. Vuelve a intentarlo en unos segundos. Si continúa, pide a un operador que revise la base de datos.',
    ],
  },
  'ACQ-DATABASE-FULL': {
    en: ['The database’s disk is full', 'Nothing was saved. Ask an operator to free space on the database server, then try again.'],
    es: [
      'El disco de la base de datos está lleno',
      'No se ha guardado nada. Pide a un operador que libere espacio en el servidor de la base de datos y vuelve a intentarlo.',
    ],
  },
  'ACQ-FLEET-TOKEN': {
    en: ['The enrollment token doesn’t work', 'It was used, expired after 15 minutes, or never existed. Create a new one.'],
    es: ['El token de alta no funciona', 'Ya se usó, caducó a los 15 minutos o nunca existió. Crea uno nuevo.'],
  },
  'ACQ-FLEET-SIGNATURE': {
    en: ['The worker was rejected', 'Its signature doesn’t match, or it was revoked. Add the worker again with a new token.'],
    es: ['Se ha rechazado al worker', 'Su firma no coincide o fue revocado. Añade el worker de nuevo con otro token.'],
  },
  'ACQ-WORKER-ONLINE': {
    en: ['The worker {name} is online', 'It reported within the last minute. Stop it, wait a minute, then remove it.'],
    es: ['El worker {name} está conectado', 'Informó en el último minuto. Deténlo, espera un minuto y quítalo después.'],
  },
  'ACQ-CLUSTER-IN-USE': {
    en: [
      'The cluster is in use',
      'It still has listeners or running pipelines of an organization. Stop and remove them there, then remove the cluster.',
    ],
    es: [
      'El clúster está en uso',
      'Hay listeners o pipelines en marcha de alguna organización en él. Detenlos y quítalos allí y después quita el clúster.',
    ],
  },
  'ACQ-CLUSTER-FIRST': {
    en: ['The first cluster can’t be removed', 'The settings of the server describe it. Remove another cluster instead.'],
    es: ['El primer clúster no se puede quitar', 'Lo describen los ajustes del servidor. Quita otro clúster.'],
  },
  'ACQ-FLEET-EARLIER': {
    en: ['The worker was started again', 'The server only accepts requests from the latest start. Stop the earlier one.'],
    es: ['El worker se ha iniciado otra vez', 'El servidor solo acepta peticiones del último inicio. Detén el anterior.'],
  },
  'ACQ-FLEET-COPIED': {
    en: ['The worker is running twice', 'Its data and keys were copied, and the copy was started too. Run only one of them.'],
    es: ['El worker está en marcha dos veces', 'Se copiaron sus datos y claves y también se arrancó la copia. Deja solo uno en marcha.'],
  },
};

export const errorTextsIn = (language: 'en' | 'es'): ErrorTexts =>
  Object.fromEntries(Object.entries(texts).map(([code, words]) => [code, words[language]])) as ErrorTexts;

/** Title and text of an error code in a language, with the error's fields filled in. */
export const errorText = (code: ErrorCode, language: 'en' | 'es', fields: Fields = {}): Words => fillIn(texts[code][language], fields);
