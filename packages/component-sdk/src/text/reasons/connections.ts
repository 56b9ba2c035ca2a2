import type { WordsByLanguage } from '../words.ts';

/** Why a destination cannot be reached; also met with `DELIVERY_` in front. */
export const connectionReasons = {
  NAME_NOT_FOUND: {
    en: ['The name of the destination is unknown', 'The DNS has no address for it. Check the spelling and the DNS of the worker.'],
    es: ['Se desconoce el nombre del destino', 'El DNS no tiene ninguna dirección para él. Revisa cómo está escrito y el DNS del worker.'],
  },
  RESOLVER_FAILED: {
    en: [
      'The DNS does not answer',
      'The name of the destination could not be looked up. Check the DNS of the worker; events wait and are sent later.',
    ],
    es: [
      'El DNS no responde',
      'No se pudo buscar el nombre del destino. Revisa el DNS del worker; los eventos esperan y se envían después.',
    ],
  },
  CONNECT_REFUSED: {
    en: [
      'The destination refuses connections',
      'Nothing listens at that address and port, or a firewall blocks connections. Check that the destination is running. Events wait and are sent later.',
    ],
    es: [
      'El destino rechaza conexiones',
      'No hay nada en esa dirección y puerto, o un cortafuegos impide conectar. Comprueba que el destino esté en marcha. Los eventos esperan y se envían después.',
    ],
  },
  CONNECT_TIMEOUT: {
    en: [
      'The destination does not answer',
      'No connection was made in time. Check the address and the network. Events wait and are sent later.',
    ],
    es: [
      'El destino no responde',
      'No se ha logrado conectar a tiempo. Revisa la dirección y la red. Los eventos esperan y se envían después.',
    ],
  },
  CONNECT_FAILED: {
    en: [
      'No connection to the destination',
      'The network or a proxy refused the connection[ ({message})]. Check the address and the network; events wait.',
    ],
    es: [
      'No hay conexión con el destino',
      'La red o un proxy rechazó la conexión[ ({message})]. Revisa la dirección y la red; los eventos esperan.',
    ],
  },
  CONNECTION_RESET: {
    en: [
      'The destination closed the connection unexpectedly',
      'The connection is opened again. If this keeps happening, check the log of the destination.',
    ],
    es: ['El destino cerró la conexión de forma inesperada', 'La conexión se abre de nuevo. Si se repite, mira el registro del destino.'],
  },
  TLS_FAILED: {
    en: [
      'The TLS connection failed',
      'The certificate is not trusted, has expired or does not match the name, or the TLS versions do not match. Check certificate, key and trusted authorities on both sides.',
    ],
    es: [
      'La conexión TLS ha fallado',
      'El certificado no es de confianza, ha caducado o no coincide con el nombre. O las versiones de TLS no coinciden. Revisa el certificado, la clave y las autoridades de confianza en ambos lados.',
    ],
  },
  EGRESS_REFUSED: {
    en: [
      'The address is not allowed',
      'The rules of this installation refuse connections to it[ ({address})]. Ask an operator to allow it.',
    ],
    es: [
      'La dirección no está permitida',
      'Las reglas de esta instalación impiden conectar con ella[ ({address})]. Pide a un operador que la permita.',
    ],
  },
  EGRESS_NEVER: {
    en: [
      'Connections to this address are never allowed',
      'It is link-local, multicast or a cloud’s metadata service[: {message}]. No rule can allow it; enter another address.',
    ],
    es: [
      'Nunca se permite conectar con esta dirección',
      'Es de enlace local, de multidifusión o del servicio de metadatos de una nube[: {message}]. Ninguna regla puede permitirla; escribe otra dirección.',
    ],
  },
  EGRESS_OWN: {
    en: [
      'The address belongs to Acequia itself',
      'It leads to this installation’s own server or database[: {message}]. No rule can allow it; enter another address or port.',
    ],
    es: [
      'La dirección es de la propia Acequia',
      'Lleva al servidor o a la base de datos de esta instalación[: {message}]. Ninguna regla puede permitirla; escribe otra dirección u otro puerto.',
    ],
  },
  EGRESS_UNLISTED: {
    en: [
      'The address is not in the list of allowed ones',
      'The rules of this installation only allow listed addresses[, and {message} is not listed]. Ask an operator to add it.',
    ],
    es: [
      'La dirección no está en la lista de las permitidas',
      'Las reglas de esta instalación solo permiten direcciones de la lista[, y {message} no está en ella]. Pide a un operador que la añada.',
    ],
  },
  EGRESS_LOOPBACK: {
    en: [
      'Connections to the machine itself are not allowed',
      'The rules of this installation refuse loopback addresses[ such as {message}]. Ask an operator to allow this one.',
    ],
    es: [
      'No se permite conectar con la propia máquina',
      'Las reglas de esta instalación impiden usar direcciones de loopback[ como {message}]. Pide a un operador que permita esta.',
    ],
  },
  EGRESS_PRIVATE: {
    en: [
      'Connections to private addresses are not allowed',
      'The rules of this installation only allow public addresses[, and {message} is not public]. Ask an operator to allow this one.',
    ],
    es: [
      'No se permite conectar con direcciones privadas',
      'Las reglas de esta instalación solo permiten direcciones públicas[, y {message} no lo es]. Pide a un operador que permita esta.',
    ],
  },
  RESPONSE_TIMEOUT: {
    en: [
      'The destination took too long to answer',
      'The batch is sent again, so it may arrive twice. Raise the timeout or send smaller batches.',
    ],
    es: [
      'El destino tardó demasiado en responder',
      'El lote se envía otra vez, así que puede llegar dos veces. Sube el tiempo máximo o envía lotes más pequeños.',
    ],
  },
  RESPONSE_TOO_LARGE: {
    en: ['The destination’s answer is too large', 'Something else may answer at that address. Check it, or raise the limit of the answer.'],
    es: [
      'La respuesta del destino es demasiado grande',
      'Quizá responda otra cosa en esa dirección. Compruébala o sube el límite de la respuesta.',
    ],
  },
  RESPONSE_INVALID: {
    en: ['The destination’s answer cannot be understood', 'Something else may answer at that address. Check it.'],
    es: ['No se entiende la respuesta del destino', 'Quizá responda otra cosa en esa dirección. Compruébala.'],
  },
  REDIRECT_REFUSED: {
    en: [
      'The destination redirects to another address',
      'It answers with a redirect that is not followed[: {message}]. Enter the final address, or allow redirects.',
    ],
    es: [
      'El destino redirige a otra dirección',
      'Responde con una redirección que no se sigue[: {message}]. Escribe la dirección final o permite redirecciones.',
    ],
  },
  URL_CREDENTIALS: {
    en: [
      'The address contains a user or a password',
      'Everyone who can see the address could read them. Remove them. If the destination needs them, choose a secret for them on this page.',
    ],
    es: [
      'La dirección contiene un usuario o una contraseña',
      'Podría leerlos quien vea la dirección. Quítalos. Si el destino los necesita, elige en esta página un secreto para ellos.',
    ],
  },
  URL_INVALID: {
    en: ['The address is not valid', 'It must start with http:// or https:// and name a host. Correct it in the data sink or in the step.'],
    es: [
      'La dirección no es válida',
      'Debe empezar por http:// o https:// y llevar un host. Corrígela en el destino de datos o en el paso.',
    ],
  },
  ABORTED: {
    en: [
      'Sending was interrupted',
      'The pipeline was stopped or changed meanwhile. Unconfirmed events are sent again; nothing needs to be done.',
    ],
    es: [
      'Se interrumpió el envío',
      'El pipeline se detuvo o cambió mientras tanto. Los eventos sin confirmar se envían otra vez; no hay que hacer nada.',
    ],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
