import type { ErrorCode } from './codes.ts';
import { fillIn, type Fields, type Words, type WordsByLanguage } from './words.ts';

export { isErrorCode } from './codes.ts';

/** What happened (title), and why and what next (text), for every code; a missing one does not compile. `{name}` is a field of the error. */
const texts: Readonly<Record<ErrorCode, WordsByLanguage>> = {
  'WEB-00000': {
    en: [
      'An error occurred, please, try again later or contact us',
      'The server met an error of its own and changed nothing. If it stays, give an operator this code and the time.',
    ],
    es: [
      'Ha ocurrido un error, inténtalo más tarde o ponte en contacto con nosotros',
      'El servidor ha tenido un error propio y no ha cambiado nada. Si sigue, da a un operador este código y la hora.',
    ],
  },
  'WEB-00001': {
    en: ['This part could not be loaded', 'The program was probably updated while the page was open. Reload the page.'],
    es: ['No se ha podido cargar esta parte', 'Seguramente el programa se actualizó con la página abierta. Recarga la página.'],
  },
  'WEB-00015': {
    en: ['Not a valid value', 'What was asked for does not exist or cannot be read. Go back and choose again.'],
    es: ['Valor no válido', 'Lo que se pidió no existe o no se puede leer. Vuelve atrás y elige de nuevo.'],
  },
  'WEB-00017': {
    en: ['Not a valid value', 'A field holds something it cannot take. Correct the marked field.'],
    es: ['Valor no válido', 'Un campo tiene algo que no admite. Corrige el campo marcado.'],
  },
  'WEB-00018': {
    en: ['A tag is empty', 'Write at least 2 characters, or remove the tag.'],
    es: ['Hay un tag vacío', 'Escribe al menos 2 caracteres o quita el tag.'],
  },
  'WEB-00019': {
    en: ['A tag is too short', 'A tag needs at least 2 characters.'],
    es: ['Un tag es demasiado corto', 'Un tag necesita al menos 2 caracteres.'],
  },
  'WEB-00020': {
    en: ['Not a valid value', 'A field holds something it cannot take. Correct the marked field.'],
    es: ['Valor no válido', 'Un campo tiene algo que no admite. Corrige el campo marcado.'],
  },
  'WEB-00022': {
    en: ['Some values are not valid', 'Nothing was saved. Correct the marked fields and try again.'],
    es: ['Hay valores no válidos', 'No se ha guardado nada. Corrige los campos marcados e inténtalo de nuevo.'],
  },
  'WEB-00024': {
    en: ['A tag is too short', 'A tag needs at least 2 characters.'],
    es: ['Un tag es demasiado corto', 'Un tag necesita al menos 2 caracteres.'],
  },
  'WEB-00025': {
    en: ['Data sink not found', 'It was deleted, or it belongs to another organization. Go back to the list.'],
    es: ['No se encuentra el data sink', 'Se ha eliminado o es de otra organización. Vuelve a la lista.'],
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
    en: ['Description should not be empty', 'Say in a few words what it is for.'],
    es: ['La descripción no puede estar vacía', 'Di en pocas palabras para qué sirve.'],
  },
  'WEB-00029': {
    en: ['Expiration date cannot be empty', 'Choose the day on which it stops being valid.'],
    es: ['La fecha de caducidad no puede estar vacía', 'Elige el día en que deja de valer.'],
  },
  'WEB-00030': {
    en: ['Value cannot be empty', 'Enter the value to keep; it is never shown again.'],
    es: ['El valor no puede estar vacío', 'Escribe el valor que se va a guardar; no se vuelve a mostrar.'],
  },
  'WEB-00031': {
    en: ['This name already exists', 'Another one of the organization has it. Choose a different name.'],
    es: ['Este nombre ya existe', 'Ya lo tiene otro de la organización. Elige un nombre distinto.'],
  },
  'WEB-00032': {
    en: ['Name cannot be empty', 'Give it a name of up to 128 characters.'],
    es: ['El nombre no puede estar vacío', 'Ponle un nombre de hasta 128 caracteres.'],
  },
  'WEB-00034': {
    en: ['This name already exists', 'Another label of the listener has it. Choose a different name.'],
    es: ['Este nombre ya existe', 'Ya lo tiene otra etiqueta del listener. Elige un nombre distinto.'],
  },
  'WEB-00035': { en: ['This name already exists', 'Choose a different name.'], es: ['Este nombre ya existe', 'Elige un nombre distinto.'] },
  'WEB-00508': {
    en: ['There are no API keys', 'None has been created yet.'],
    es: ['No hay claves de API', 'Aún no se ha creado ninguna.'],
  },
  'WEB-10008': {
    en: [
      'The pipeline could not be loaded',
      'It was deleted, its version does not exist, or it belongs to another organization. Go back to the list.',
    ],
    es: ['No se ha podido cargar el pipeline', 'Se ha eliminado, su versión no existe o es de otra organización. Vuelve a la lista.'],
  },
  'WEB-11009': {
    en: ['The code is not right', 'Codes last 30 seconds and work once. Wait for the next one and enter it.'],
    es: ['El código no es correcto', 'Los códigos duran 30 segundos y valen una vez. Espera al siguiente y escríbelo.'],
  },
  'WEB-11011': {
    en: ['Confirm that it is you', 'This change needs a recent login. Log in again to go on.'],
    es: ['Confirma que eres tú', 'Este cambio necesita un acceso reciente. Vuelve a entrar para continuar.'],
  },
  'WEB-11012': {
    en: ['The password is not right', 'Enter the password of your account again.'],
    es: ['La contraseña no es correcta', 'Escribe de nuevo la contraseña de tu cuenta.'],
  },
  'WEB-12006': {
    en: ['This name already exists', 'Another pipeline of the organization has it. Choose a different name.'],
    es: ['Este nombre ya existe', 'Ya lo tiene otro pipeline de la organización. Elige un nombre distinto.'],
  },
  'WEB-12007': {
    en: ['A tag is too short', 'A tag needs at least 2 characters.'],
    es: ['Un tag es demasiado corto', 'Un tag necesita al menos 2 caracteres.'],
  },
  'AUTH.EXPIRED': {
    en: ['Your session has ended', 'It was closed, or nobody moved for a while. Log in again; you return to this page.'],
    es: ['Tu sesión ha terminado', 'Se cerró o no hubo actividad durante un rato. Vuelve a entrar; regresarás a esta página.'],
  },
  'AUTH.REQUIRED': { en: ['You must be logged in', 'Log in to see this page.'], es: ['Tienes que entrar', 'Entra para ver esta página.'] },
  'AUTH.CREDENTIALS': {
    en: [
      'Incorrect email or password',
      'Check both and try again. After several wrong attempts the account waits a while before it accepts another.',
    ],
    es: [
      'Correo o contraseña incorrectos',
      'Revisa ambos e inténtalo de nuevo. Tras varios intentos fallidos la cuenta espera un rato antes de aceptar otro.',
    ],
  },
  'AUTH.SETUP_CODE': {
    en: ['The setup code is not right', 'It stands in the terminal where Acequia was started and changes with each start. Copy it again.'],
    es: [
      'El código de instalación no es correcto',
      'Está en el terminal donde se arrancó Acequia y cambia en cada arranque. Cópialo de nuevo.',
    ],
  },
  'AUTH.SETUP_DONE': {
    en: ['The owner account exists already', 'Somebody has completed the first run. Log in instead.'],
    es: ['La cuenta de propietario ya existe', 'Alguien ha completado la primera puesta en marcha. Entra con tu cuenta.'],
  },
  'AUTH.KEY': {
    en: [
      'The API key does not work',
      'It is mistyped, was removed, has expired, or may not be used from this address. Check it, or create a new one.',
    ],
    es: [
      'La clave de API no vale',
      'Está mal escrita, se eliminó, ha caducado o no se puede usar desde esta dirección. Revísala o crea una nueva.',
    ],
  },
  'AUTH.SESSION_ONLY': {
    en: ['An API key cannot do this', 'It concerns a person’s own account. Log in to the console and do it there.'],
    es: ['Una clave de API no puede hacer esto', 'Afecta a la cuenta de una persona. Entra en la consola y hazlo allí.'],
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
    en: ['The password is too common', 'It is easy to guess. Choose one that has nothing to do with you or this product.'],
    es: ['La contraseña es demasiado común', 'Es fácil de adivinar. Elige una que no tenga que ver contigo ni con este producto.'],
  },
  'ACQ-FEATURE-OFF': {
    en: ['This part is switched off', 'The organization does not have it. Ask an operator to switch it on.'],
    es: ['Esta parte está desactivada', 'La organización no la tiene. Pide a un operador que la active.'],
  },
  'AUTH.PASSWORD_CONFIRM': {
    en: ['The passwords differ', 'Enter the same new password twice.'],
    es: ['Las contraseñas no coinciden', 'Escribe dos veces la misma contraseña nueva.'],
  },
  'AUTH.RESET_LINK': {
    en: ['This link no longer works', 'It was used, a newer one was sent, or it is older than 30 minutes. Ask for a new one.'],
    es: ['Este enlace ya no sirve', 'Se ha usado, se envió otro más nuevo o tiene más de 30 minutos. Pide uno nuevo.'],
  },
  'AUTH.RESET_HOLD': {
    en: [
      'Not by mail yet',
      'The password was set by mail a short while ago, so no mail takes two-factor authentication off for now. Use a recovery code, or ask the operator.',
    ],
    es: [
      'Por correo aún no',
      'La contraseña se eligió por correo hace poco, así que por ahora ningún correo quita la autenticación en dos pasos. Usa un código de recuperación o pregunta al operador.',
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
    en: ['This address has an account already', 'Log in with it and open the link again to accept the invitation.'],
    es: ['Esta dirección ya tiene una cuenta', 'Entra con ella y vuelve a abrir el enlace para aceptar la invitación.'],
  },
  'AUTH.MFA_STEP': {
    en: ['The login is not complete', 'Enter the code of your authenticator, or set one up, to go on.'],
    es: ['Falta un paso para entrar', 'Escribe el código de tu autenticador, o configura uno, para continuar.'],
  },
  'AUTH.MFA_NEEDED': {
    en: ['A second factor is needed', 'Set up two-factor authentication for your account first.'],
    es: ['Hace falta un segundo factor', 'Activa antes la autenticación en dos pasos en tu cuenta.'],
  },
  'AUTH.MFA_KEPT': {
    en: ['The second factor stays on', 'This organization requires it of everybody. You can set up another authenticator instead.'],
    es: ['El segundo factor sigue activo', 'Esta organización lo exige a todos. Puedes configurar otro autenticador en su lugar.'],
  },
  'AUTH.SSO_ON': {
    en: ['Single sign-on is on', 'Its identity provider asks for the second factor. Reset single sign-on first to require one here.'],
    es: [
      'El inicio de sesión único está activo',
      'Su proveedor de identidad pide el segundo factor. Restablece antes el inicio de sesión único para exigirlo aquí.',
    ],
  },
  'AUTH.MFA_ON': {
    en: ['A second factor is required', 'Turn two-factor authentication of the organization off to configure single sign-on.'],
    es: [
      'Se exige un segundo factor',
      'Desactiva la autenticación en dos pasos de la organización para configurar el inicio de sesión único.',
    ],
  },
  'AUTH.SSO_OFF': {
    en: ['No single sign-on here', 'Check the name of the organization, or log in with your password.'],
    es: ['Aquí no hay inicio de sesión único', 'Revisa el nombre de la organización o entra con tu contraseña.'],
  },
  'AUTH.SSO_FLOW': {
    en: ['The sign-in took too long', 'It was begun elsewhere, used already, or is too old. Begin again.'],
    es: ['El inicio de sesión tardó demasiado', 'Se empezó en otro sitio, ya se usó o es antiguo. Empieza de nuevo.'],
  },
  'AUTH.SSO_DENIED': {
    en: ['The identity provider refused you', 'Ask who manages it in your organization.'],
    es: ['El proveedor de identidad te ha rechazado', 'Pregunta a quien lo gestiona en tu organización.'],
  },
  'AUTH.SSO_TOKEN': {
    en: ["The identity provider's answer does not hold", 'It failed a check. Begin again, or look at the settings of single sign-on.'],
    es: ['La respuesta del proveedor no es válida', 'No ha pasado una comprobación. Empieza de nuevo o revisa los ajustes.'],
  },
  'AUTH.SSO_MEMBER': {
    en: ['You have no access to this organization', 'Contact the tenant admin for an invitation.'],
    es: ['No tienes acceso a esta organización', 'Pide una invitación al administrador.'],
  },
  'AUTH.SSO_EMAIL': {
    en: ['Your address is not verified', 'The identity provider must verify it before the first sign-in.'],
    es: ['Tu dirección no está verificada', 'El proveedor de identidad debe verificarla antes del primer acceso.'],
  },
  'AUTH.SSO_ACCOUNT': {
    en: ['This address has an account already', 'Log in with its password and accept the invitation once.'],
    es: ['Esta dirección ya tiene una cuenta', 'Entra con su contraseña y acepta la invitación una vez.'],
  },
  'AUTH.SSO_ROLE': {
    en: ['Your role is above who configured single sign-on', 'Log in with your password and save its settings yourself.'],
    es: ['Tu rol supera al de quien configuró el acceso único', 'Entra con tu contraseña y guarda tú los ajustes.'],
  },
  'AUTH.SSO_SCOPE': {
    en: ['Log in with your password for that', 'Single sign-on is good for this organization alone.'],
    es: ['Para eso, entra con tu contraseña', 'El inicio de sesión único solo vale en esta organización.'],
  },
  'AUTH.SSO_AWAY': {
    en: ['The identity provider does not answer', 'Nothing usable came from {address}. Check the address.'],
    es: ['El proveedor de identidad no responde', 'No llegó nada útil de {address}. Revisa la dirección.'],
  },
  'AUTH.SSO_ADDRESS': {
    en: ['This address may not be called', '{address} is not https, or in a network that is not called from here.'],
    es: ['No se puede llamar a esta dirección', '{address} no usa https o está en una red a la que no se llama.'],
  },
  'AUTH.SSO_METADATA': {
    en: ['No OpenID provider there', '{address} has no valid OpenID configuration. Check the issuer.'],
    es: ['Ahí no hay un proveedor OpenID', '{address} no tiene una configuración OpenID válida. Revisa el emisor.'],
  },
  'AUTH.SSO_ISSUER': {
    en: ['The issuer is written differently', 'The provider calls itself {found}. Enter it exactly so.'],
    es: ['El emisor se escribe de otra forma', 'El proveedor se llama {found}. Escríbelo exactamente así.'],
  },
  'AUTH.SSO_UNFIT': {
    en: ['The provider lacks something', 'It does not offer {need}. Choose the other grant or change the provider.'],
    es: ['Al proveedor le falta algo', 'No ofrece {need}. Elige la otra concesión o cambia el proveedor.'],
  },
  'AUTH.SAML_CERTIFICATE': {
    en: [
      'This is not a usable certificate',
      'Paste an X.509 certificate with an RSA key of at least 2048 bits, as the identity provider shows it for signing.',
    ],
    es: [
      'Este certificado no sirve',
      'Pega un certificado X.509 con una clave RSA de al menos 2048 bits, tal como lo muestra el proveedor de identidad para firmar.',
    ],
  },
  'AUTH.SAML_CERTIFICATE_EXPIRED': {
    en: [
      'The certificate of the identity provider has expired',
      'Its answers are not accepted until an administrator adds the current certificate to the settings of single sign-on.',
    ],
    es: [
      'El certificado del proveedor de identidad ha caducado',
      'Sus respuestas no se aceptan hasta que un administrador añada el certificado actual en los ajustes del inicio de sesión único.',
    ],
  },
  'ACQ-TRIAL-OVER': {
    en: ['The free trial has ended', 'Everything can still be read, and nothing changed. Ask the operator of Acequia for a plan to go on.'],
    es: [
      'La prueba gratuita ha terminado',
      'Se puede seguir leyendo todo, pero no cambiar nada. Pide un plan al operador de Acequia para continuar.',
    ],
  },
  'ACQ-NOT-FOUND': {
    en: ['Not found', 'It does not exist any more, or it belongs to another organization.'],
    es: ['No se encuentra', 'Ya no existe o es de otra organización.'],
  },
  'ACQ-CONFLICT': {
    en: [
      'Somebody else saved first',
      '{by} has saved a newer version. Load it and make your change again; yours is kept on this page until then.',
    ],
    es: [
      'Alguien ha guardado antes',
      '{by} ha guardado una versión más nueva. Cárgala y repite tu cambio; el tuyo se conserva en esta página hasta entonces.',
    ],
  },
  'ACQ-IN-USE': {
    en: ['It is in use', 'Used by: {pipelines}. Confirm to stop what runs and remove it, or take it out of them first.'],
    es: ['Está en uso', 'Lo usan: {pipelines}. Confirma para detener lo que esté en marcha y eliminarlo, o quítalo antes de ahí.'],
  },
  'ACQ-TOO-MANY': {
    en: ['Too many at once', 'A limit was reached. Wait a moment and try again.'],
    es: ['Demasiado a la vez', 'Se ha alcanzado un límite. Espera un momento e inténtalo de nuevo.'],
  },
  'ACQ-TOO-LARGE': {
    en: ['Too large', 'What was sent is larger than the limit. Send less at once.'],
    es: ['Demasiado grande', 'Lo enviado supera el límite. Envía menos de una vez.'],
  },
  'ACQ-STREAMS-ACCOUNT': {
    en: [
      'Too many live connections',
      "Your account or API key has {max} live connections open, which is the limit. Close browser tabs or programs you don't need, then try again.",
    ],
    es: [
      'Demasiadas conexiones en vivo',
      'Tu cuenta o clave de API tiene {max} conexiones en vivo abiertas, que es el límite. Cierra pestañas del navegador o programas que no necesites y vuelve a intentarlo.',
    ],
  },
  'ACQ-STREAMS-TENANT': {
    en: [
      'Too many live connections',
      "The organization has {max} live connections open, which is the limit. Close browser tabs or programs you don't need, then try again.",
    ],
    es: [
      'Demasiadas conexiones en vivo',
      'La organización tiene {max} conexiones en vivo abiertas, que es el límite. Cierra pestañas del navegador o programas que no necesites y vuelve a intentarlo.',
    ],
  },
  'ACQ-STREAMS-SERVER': {
    en: [
      'The server has no room for another live connection',
      'Everybody together has {max} live connections open, which is the limit of the server. Try again in a few seconds. If this continues, tell an operator.',
    ],
    es: [
      'El servidor no admite más conexiones en vivo',
      'Entre todos hay {max} conexiones en vivo abiertas, que es el límite del servidor. Vuelve a intentarlo en unos segundos. Si continúa, avisa a un operador.',
    ],
  },
  'ACQ-CROSS-SITE': {
    en: ['The request came from elsewhere', 'Calls are accepted only from this console, or with the header x-acequia. Reload the page.'],
    es: ['La petición viene de otro sitio', 'Solo se aceptan llamadas de esta consola o con la cabecera x-acequia. Recarga la página.'],
  },
  'ACQ-PORT-TAKEN': {
    en: ['Port {port} ({protocol}) is taken', 'Another listener of the cluster has it[: {by}]. Choose a different port.'],
    es: ['El puerto {port} ({protocol}) está ocupado', 'Lo tiene otro listener del clúster[: {by}]. Elige otro puerto.'],
  },
  'ACQ-PORT-RANGE': {
    en: ['Port {port} is outside the range', 'Listeners of this cluster may take ports {from} to {to}. Choose one of them.'],
    es: ['El puerto {port} está fuera del rango', 'Los listeners de este clúster pueden usar los puertos {from} a {to}. Elige uno.'],
  },
  'ACQ-CONFIG': {
    en: ['The configuration has errors', 'Nothing was saved. Correct the marked fields and save again.'],
    es: ['La configuración tiene errores', 'No se ha guardado nada. Corrige los campos marcados y guarda de nuevo.'],
  },
  'ACQ-NOT-PUBLISHABLE': {
    en: ['The pipeline cannot be published yet', 'Its problem list shows {count} to solve. What runs now goes on unchanged.'],
    es: ['El pipeline aún no se puede publicar', 'Su lista de problemas muestra {count} por resolver. Lo que está en marcha sigue igual.'],
  },
  'ACQ-NO-CLUSTER': {
    en: ['No cluster chosen', 'Choose at least one cluster that this organization may use.'],
    es: ['No hay clúster elegido', 'Elige al menos un clúster que esta organización pueda usar.'],
  },
  'ACQ-COMPONENT-MISSING': {
    en: [
      'A component is missing',
      '{component} is not known here or on a worker of the cluster. Update the workers, or use another component.',
    ],
    es: [
      'Falta un componente',
      '{component} no se conoce aquí o en algún worker del clúster. Actualiza los workers o usa otro componente.',
    ],
  },
  'ACQ-FILE-ROOT': {
    en: [
      'A cluster lacks a folder',
      '{name} needs {root}, which no operator opened in the cluster {cluster}. Choose another folder or cluster, or ask an operator to open it.',
    ],
    es: [
      'A un clúster le falta una carpeta',
      '{name} necesita {root}, que ningún operador ha abierto en el clúster {cluster}. Elige otra carpeta u otro clúster, o pide a un operador que la abra.',
    ],
  },
  'ACQ-TEMPLATE-SHAPE': {
    en: ['Not yet a template', 'It needs one label and at least one data sink that are linked. Complete the pipeline and try again.'],
    es: [
      'Todavía no es una plantilla',
      'Necesita una etiqueta y al menos un data sink enlazados. Completa el pipeline e inténtalo de nuevo.',
    ],
  },
  'ACQ-TEMPLATE-CREDENTIAL': {
    en: ['This looks like a credential', 'Nothing was published. Take it out of {place}, or hide it in the events, and try again.'],
    es: ['Esto parece una credencial', 'No se ha publicado nada. Quítala de {place}, o escóndela en los eventos, e inténtalo de nuevo.'],
  },
  'ACQ-TEMPLATE-RUN': {
    en: ['The events could not be run', 'Nothing was published. The pipeline says {code}: mend it, or publish without events.'],
    es: ['No se han podido ejecutar los eventos', 'No se ha publicado nada. El pipeline dice {code}: arréglalo o publica sin eventos.'],
  },
  'ACQ-TEMPLATES-MANY': {
    en: ['Too many templates', 'An organization can have up to {max} of its own. Delete one first.'],
    es: ['Demasiadas plantillas', 'Una organización puede tener hasta {max} propias. Elimina una antes.'],
  },
  'ACQ-TESTS-MANY': {
    en: ['Too many tests', 'A pipeline can have up to {max}. Delete one first.'],
    es: ['Demasiadas pruebas', 'Un pipeline puede tener hasta {max}. Elimina una antes.'],
  },
  'ACQ-TESTS-FAILED': {
    en: [
      'Saved tests do not pass',
      '{failed} of {count} failed or could not run. Mend the draft or the tests, or publish anyway and say why.',
    ],
    es: [
      'Hay pruebas guardadas que no pasan',
      '{failed} de {count} han fallado o no se han podido ejecutar. Corrige el borrador o las pruebas, o publica de todos modos y di por qué.',
    ],
  },
  'ACQ-SAMPLE-TEXT': {
    en: ['A line is no event', 'Line {line} is not one JSON object whose names are valid field names. Nothing was saved.'],
    es: [
      'Hay una línea que no es un evento',
      'La línea {line} no es un objeto JSON cuyos nombres sean nombres de campo válidos. No se guardó nada.',
    ],
  },
  'ACQ-SHADOW-NOTHING': {
    en: ['No version runs', 'A shadow run compares the draft with the running version, and none runs. Publish one first.'],
    es: [
      'No hay ninguna versión en marcha',
      'Una ejecución en la sombra compara el borrador con la versión en marcha, y no hay ninguna. Publica una antes.',
    ],
  },
  'ACQ-SHADOW-LISTENER': {
    en: ['Another listener', 'The draft and the running version take events of different listeners, so they cannot be compared.'],
    es: ['Otro listener', 'El borrador y la versión en marcha toman eventos de listeners distintos, así que no se pueden comparar.'],
  },
  'ACQ-SHADOW-MANY': {
    en: ['A shadow run is under way', 'Up to {max} may be under way in an organization. Wait for one to end, or stop one.'],
    es: [
      'Ya hay una ejecución en la sombra',
      'Puede haber hasta {max} en curso en una organización. Espera a que termine una o detén alguna.',
    ],
  },
  'ACQ-REPLAY-RANGE': {
    en: ['This time cannot be replayed', 'It must begin before it ends and may not end in the future.'],
    es: ['Ese periodo no se puede reproducir', 'Debe empezar antes de terminar y no puede terminar en el futuro.'],
  },
  'ACQ-REPLAY-LISTENER': {
    en: ['The version belongs to another listener', 'Choose a version whose label is one of this listener.'],
    es: ['La versión es de otro listener', 'Elige una versión cuya etiqueta sea de este listener.'],
  },
  'ACQ-REPLAY-KEYED': {
    en: [
      'The version remembers earlier events',
      'Step {node} depends on what came before (for example windows or deduplication). Run again over part of the events, it would give other results than the first time and overwrite those. Choose a version without it.',
    ],
    es: [
      'La versión recuerda eventos anteriores',
      'El paso {node} depende de lo que llegó antes (por ejemplo ventanas o deduplicación). Repetido con una parte de los eventos daría otros resultados que la primera vez y los sobrescribiría. Elige una versión sin él.',
    ],
  },
  'ACQ-REPLAY-MANY': {
    en: ['Too many replays at a time', 'Up to {max} may be under way. Wait for one to end, or stop one.'],
    es: ['Demasiadas reproducciones a la vez', 'Puede haber hasta {max} en curso. Espera a que termine una o detén alguna.'],
  },
  'ACQ-WORKER-AWAY': {
    en: ['No worker answers', 'The workers of the cluster are not connected. Check that one runs and reaches this server, then try again.'],
    es: [
      'Ningún worker responde',
      'Los workers del clúster no están conectados. Comprueba que haya uno en marcha y que llegue a este servidor, e inténtalo de nuevo.',
    ],
  },
  'ACQ-WORKER-SILENT': {
    en: [
      'The worker did not answer',
      '[{workers} ]went offline before it confirmed the change. Some of it may be done. Once the worker is connected, try again: nothing is done twice.',
    ],
    es: [
      'El worker no ha respondido',
      '[{workers} ]se desconectó antes de confirmar el cambio. Puede que una parte esté hecha. Cuando el worker esté conectado, inténtalo de nuevo: nada se hace dos veces.',
    ],
  },
  'ACQ-PROBE-FAILED': {
    en: ['The connection test failed', 'The destination could not be reached with these settings. Check address and credentials.'],
    es: [
      'La prueba de conexión ha fallado',
      'No se ha podido llegar al destino con estos ajustes. Revisa la dirección y las credenciales.',
    ],
  },
  'ACQ-ALERT-SNOOZE': {
    en: ['An alert cannot be snoozed until then', 'Choose a moment within the next {days} days.'],
    es: ['No se puede posponer una alerta hasta entonces', 'Elige un momento dentro de los próximos {days} días.'],
  },
  'ACQ-ALERT-ADDRESS': {
    en: ['The webhook cannot be used', 'The address {address} is none this server may call. Use a public address that begins with https.'],
    es: [
      'No se puede usar el webhook',
      'Este servidor no puede llamar a la dirección {address}. Usa una dirección pública que empiece por https.',
    ],
  },
  'ACQ-SECRET-PAST': {
    en: ['This date is in the past', 'Choose a later day: workers do not use an expired secret.'],
    es: ['Esta fecha ya ha pasado', 'Elige un día posterior: los workers no usan un secreto caducado.'],
  },
  'ACQ-PEM-BROKEN': {
    en: ['The certificate or key cannot be read', 'Paste the whole PEM text with its line breaks, from the BEGIN line to the END line.'],
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
    en: ['The certificate has expired', 'Paste its renewed version.'],
    es: ['El certificado ha caducado', 'Pega su versión renovada.'],
  },
  'ACQ-EGRESS-RULES': {
    en: [
      'Say first where organizations may send',
      'Private addresses are open to the only organization. Before you add a second one, list the addresses that organizations may send to, in Settings → Installation or with `acequia installation egress`. The list may be empty.',
    ],
    es: [
      'Indica primero adónde pueden enviar las organizaciones',
      'Las direcciones privadas están abiertas a la única organización. Antes de añadir otra, escribe la lista de direcciones a las que pueden enviar las organizaciones, en Ajustes → Instalación o con `acequia installation egress`. La lista puede estar vacía.',
    ],
  },
  'ACQ-EGRESS-ADDRESS': {
    en: [
      'This is not an address',
      '“{address}” is not a host, an IP address or a network. Write, for example, 10.20.0.0/16, 10.20.0.5 or siem.example.com.',
    ],
    es: [
      'Esto no es una dirección',
      '«{address}» no es un host, una dirección IP ni una red. Escribe, por ejemplo, 10.20.0.0/16, 10.20.0.5 o siem.example.com.',
    ],
  },
  'ACQ-LETTER-CLOSED': {
    en: ['This dead letter is closed', 'It was re-driven, discarded or changed meanwhile. Load the list again.'],
    es: ['Este evento fallido ya está cerrado', 'Mientras tanto se reenvió, se descartó o se cambió. Vuelve a cargar la lista.'],
  },
  'ACQ-LETTER-FIELDS': {
    en: ['The event cannot have these fields', 'Nothing was saved. Give one JSON object whose names are valid field names.'],
    es: [
      'El evento no puede tener estos campos',
      'No se ha guardado nada. Escribe un objeto JSON cuyos nombres sean nombres de campo válidos.',
    ],
  },
  'ACQ-ASSISTANT-LIMIT': {
    en: [
      'No more questions for now',
      'Your questions of this hour are used up, or the provider of the model takes no more. Wait and ask again.',
    ],
    es: [
      'No quedan preguntas por ahora',
      'Has gastado las preguntas de esta hora o el proveedor del modelo no admite más. Espera y pregunta de nuevo.',
    ],
  },
  'ACQ-ASSISTANT-LONG': {
    en: [
      'This is too long for the assistant',
      'The conversation or the answer went beyond its limits. Begin a new one with a smaller question.',
    ],
    es: [
      'Es demasiado largo para el asistente',
      'La conversación o la respuesta pasó de su límite. Empieza otra con una pregunta más pequeña.',
    ],
  },
  'ACQ-ASSISTANT-AWAY': {
    en: ['The model does not answer', 'It cannot be reached, or takes too long. Ask again; if it stays, tell an operator.'],
    es: ['El modelo no responde', 'No se llega a él o tarda demasiado. Pregunta de nuevo; si sigue, avisa a un operador.'],
  },
  'ACQ-ASSISTANT-REFUSED': {
    en: ['The model refuses the question', 'Its endpoint answered {status}. An operator checks its address, model and key.'],
    es: ['El modelo rechaza la pregunta', 'Su servidor respondió {status}. Un operador debe revisar la dirección, el modelo y la clave.'],
  },
  'ACQ-ASSISTANT-ANSWER': {
    en: ['The answer cannot be read', 'The model sent something that is no answer. Ask again; if it stays, tell an operator.'],
    es: [
      'La respuesta no se puede leer',
      'El modelo envió algo que no es una respuesta. Pregunta de nuevo; si sigue, avisa a un operador.',
    ],
  },
  'ACQ-BUSY': {
    en: ['The server is busy', 'It is starting or has much to do. Try again in a moment.'],
    es: ['El servidor está ocupado', 'Está arrancando o tiene mucho trabajo. Inténtalo en un momento.'],
  },
  'ACQ-LOOKUP-SPACE': {
    en: [
      'No space left for enrichment files',
      "The organization's files use {usedMiB} of {maxMiB} MiB, older versions included, and this file doesn't fit. Delete versions you don't need, or ask an operator to raise the limit.",
    ],
    es: [
      'No queda espacio para archivos de enriquecimientos',
      'Los archivos de la organización ocupan {usedMiB} de {maxMiB} MiB, contando las versiones anteriores, y este archivo no cabe. Elimina las versiones que no necesites o pide a un operador que aumente el límite.',
    ],
  },
  'ACQ-DATABASE-UNAVAILABLE': {
    en: [
      "Couldn't reach the database",
      'The server is reconnecting. Try again in a few seconds. If this continues, ask an operator to check the database.',
    ],
    es: [
      'No se ha podido acceder a la base de datos',
      'El servidor está recuperando la conexión. Vuelve a intentarlo en unos segundos. Si continúa, pide a un operador que revise la base de datos.',
    ],
  },
  'ACQ-DATABASE-FULL': {
    en: ["The database's disk is full", 'Nothing was saved. Ask an operator to free space on the database server, then try again.'],
    es: [
      'El disco de la base de datos está lleno',
      'No se ha guardado nada. Pide a un operador que libere espacio en el servidor de la base de datos y vuelve a intentarlo.',
    ],
  },
  'ACQ-FLEET-TOKEN': {
    en: ['The enrolment token does not work', 'It was used, has expired after 15 minutes, or was never made. Make a new one.'],
    es: ['El token de alta no vale', 'Ya se usó, caducó a los 15 minutos o nunca existió. Crea uno nuevo.'],
  },
  'ACQ-FLEET-SIGNATURE': {
    en: ['The worker was refused', 'Its signature does not fit, or it was revoked. Enrol it again.'],
    es: ['Se ha rechazado al worker', 'Su firma no encaja o fue revocado. Dalo de alta de nuevo.'],
  },
  'ACQ-WORKER-ONLINE': {
    en: ['The worker {name} is online', 'It reported within the last minute. Stop it, wait a minute, then remove it.'],
    es: ['El worker {name} está en línea', 'Informó en el último minuto. Deténlo, espera un minuto y quítalo después.'],
  },
  'ACQ-CLUSTER-IN-USE': {
    en: [
      'The cluster is in use',
      'Listeners or running pipelines of some organization are in it. Stop and remove them there, then remove the cluster.',
    ],
    es: [
      'El clúster está en uso',
      'Hay listeners o pipelines en marcha de alguna organización en él. Detenlos y quítalos allí y después quita el clúster.',
    ],
  },
  'ACQ-CLUSTER-FIRST': {
    en: ['The first cluster stays', 'It is the one that the settings of the server describe. Others can be removed.'],
    es: ['El primer clúster se queda', 'Es el que describen los ajustes del servidor. Los demás se pueden quitar.'],
  },
  'ACQ-FLEET-EARLIER': {
    en: ['A later start of the worker is known', 'The server takes the requests of the latest start alone.'],
    es: ['Se conoce un arranque posterior del worker', 'El servidor solo acepta las peticiones del último arranque.'],
  },
  'ACQ-FLEET-COPIED': {
    en: ['The worker runs twice', 'Its data and keys were copied, and the copy was started as well. Let only one of them run.'],
    es: ['El worker está en marcha dos veces', 'Se copiaron sus datos y claves y también se arrancó la copia. Deja solo uno en marcha.'],
  },
};

/** Title and text of an error code in a language, with the error's fields filled in. */
export const errorText = (code: ErrorCode, language: 'en' | 'es', fields: Fields = {}): Words => fillIn(texts[code][language], fields);
